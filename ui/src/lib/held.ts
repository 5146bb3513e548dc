/**
 * Rows that do not jump: the order a person sees is kept, what arrives waits until it is asked for.
 *
 * Pure: takes the ids shown and the ids just read (newest first), gives the ids to show and how many wait.
 */

export interface Held { shown: string[]; waiting: number }

/** Rows further down than the last shown one are appended (the person scrolls towards them); all others wait. */
export function hold(shown: string[], latest: string[]): Held {
  if (shown.length === 0) return { shown: latest, waiting: 0 };
  const place = new Map(latest.map((id, i) => [id, i]));
  const known = new Set(shown);
  let last = -1;
  for (const id of shown) last = Math.max(last, place.get(id) ?? -1);
  // Nothing of what is shown is there any more: keeping it would show only the past.
  if (last < 0) return { shown: latest, waiting: 0 };
  const below = latest.slice(last + 1).filter((id) => !known.has(id));
  const waiting = latest.slice(0, last).filter((id) => !known.has(id)).length;
  return { shown: below.length === 0 ? shown : [...shown, ...below], waiting };
}
