/**
 * Lays JSON text out in lines without reading it as JSON.
 *
 * JSON.parse would round numbers past 2^53, unify escapes and drop duplicate keys. Here tokens are only moved apart: every
 * character outside of white space between tokens comes out as it went in.
 */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gsy;
const SPACE = /\s*/gy;

/** Splits JSON text into its tokens; null if the text is not made of tokens. */
function tokens(text: string): string[] | null {
  const out: string[] = [];
  let at = 0;
  while (at < text.length) {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    at = SPACE.lastIndex;
    if (at >= text.length) break;
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) return null;
    out.push(found[0]);
    at = TOKEN.lastIndex;
  }
  return out;
}

/** Indents by two spaces; empty objects and arrays stay on one line. Text that is no JSON comes back unchanged. */
export function layOut(text: string): string {
  const all = tokens(text);
  if (all === null) return text;
  let depth = 0;
  let out = "";
  const line = () => `\n${"  ".repeat(depth)}`;
  for (let i = 0; i < all.length; i += 1) {
    const token = all[i] ?? "";
    const next = all[i + 1];
    if (token === "{" || token === "[") {
      out += token;
      if (next === "}" || next === "]") continue;
      depth += 1;
      out += line();
    } else if (token === "}" || token === "]") {
      const before = all[i - 1];
      const empty = before === "{" || before === "[";
      if (!empty) {
        depth = Math.max(0, depth - 1);
        out += line();
      }
      out += token;
    } else if (token === ",") {
      out += token + line();
    } else if (token === ":") {
      out += ": ";
    } else {
      out += token;
    }
  }
  return out;
}

/** Size as sent, in bytes of UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
