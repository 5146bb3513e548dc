/** Time of the sample world: starts on a fixed afternoon and then goes on. */

const START = Date.parse("2026-11-12T13:02:31.400Z");
const loaded = Date.now();

export function worldNow(): number {
  return START + (Date.now() - loaded);
}

export const START_OF_WORLD = START;

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** The same numbers on every run. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
