/** Entries as lines of a statement: with what was free after each, where that is certain, and the refusals between them. */
import type { Entry } from "../../api/generated/Entry";
import type { Ledger } from "../../api/generated/Ledger";
import type { Refusals } from "../../api/generated/Refusals";
import { millis } from "../../lib/time";
import { minus, sum } from "../../lib/units";

export type Line = { id: string; entry: Entry; free: string | null } | { id: string; refusals: Refusals };

/**
 * A reserve carries the limit it was judged by; other entries do not. Their limit is taken from the reserves around them, and
 * only when both sides agree: a figure that might be wrong is left out.
 */
function limits(entries: Entry[], now: string): (string | null)[] {
  const newer: (string | null)[] = [];
  let above: string | null = now;
  for (const entry of entries) {
    newer.push(above);
    above = entry.limit ?? above;
  }
  const out: (string | null)[] = [];
  let below: string | null = null;
  for (let i = entries.length - 1; i >= 0; i -= 1) {
    const own = entries[i]?.limit ?? null;
    below = own ?? below;
    out[i] = own ?? (below !== null && below === newer[i] ? below : null);
  }
  return out;
}

export function statementLines(ledger: Ledger, entries: Entry[]): Line[] {
  const limit = limits(entries, ledger.balance.limit);
  const lines: Line[] = [];
  const refused = ledger.refusals;
  let told = refused === null;
  entries.forEach((entry, i) => {
    if (!told && refused !== null && millis(entry.at) <= millis(refused.first_at)) {
      lines.push({ id: "refusals", refusals: refused });
      told = true;
    }
    const of = limit[i] ?? null;
    lines.push({ id: String(entry.sequence), entry, free: of === null ? null : minus(of, sum(entry.used, entry.reserved)) });
  });
  return lines;
}
