/** Ids in the middle of a sentence: shortened in the middle, never at an end; whoever copies gets the whole. */

/** `01a1cd…8f2e`; a suffix after a dot (`.r1` of an effect key) is kept. */
export function shortId(id: string): string {
  const dot = id.indexOf(".");
  const base = dot < 0 ? id : id.slice(0, dot);
  const suffix = dot < 0 ? "" : id.slice(dot);
  return base.length <= 12 ? id : `${base.slice(0, 6)}…${base.slice(-4)}${suffix}`;
}

/** A key as long as an id is shortened like one; a key that people read is left whole. */
export function shortKey(key: string): string {
  return key.length <= 24 ? key : shortId(key);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isJobId(text: string): boolean {
  return UUID.test(text.trim());
}
