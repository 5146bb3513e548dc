/**
 * Where the window is, as text in the address: `#/jobs?state=dead_letter&tenant=acme&theme=dark`.
 *
 * Everything a person sees chosen (screen, filters, selected row, theme) is here and nowhere else, so Back, reload and a copied
 * address all show the same. The write mode is not here: a link must never allow changes.
 */

export type Screen = "now" | "jobs" | "job" | "dead-letters" | "group" | "ledger" | "account";

export interface Place {
  screen: Screen;
  /** Job id, group id or tenant. */
  id?: string | undefined;
  /** Filters and selection of this screen. */
  q: Record<string, string>;
}

/** How the whole window looks, whatever the screen. */
export interface View {
  theme?: "light" | "dark" | undefined;
  density?: "compact" | "wide" | undefined;
  zone?: "utc" | undefined;
}

const KEYS: Record<Screen, string[]> = {
  now: [],
  jobs: ["state", "tenant", "kind", "key", "error", "row", "peek"],
  job: ["show"],
  "dead-letters": ["group"],
  group: ["row"],
  ledger: ["row"],
  account: ["meter", "period", "row", "peek"],
};

const VIEW: Record<string, string[]> = { theme: ["light", "dark"], density: ["compact", "wide"], zone: ["utc"] };

/** Screen that shows one of a list screen. */
const INNER: Partial<Record<string, Screen>> = { jobs: "job", "dead-letters": "group", ledger: "account" };

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads an address; what it does not know is left out, an unknown screen is Now. */
export function parsePlace(hash: string): { place: Place; view: View } {
  const text = hash.replace(/^#\/?/, "");
  const mark = text.indexOf("?");
  const path = (mark < 0 ? text : text.slice(0, mark)).split("/").filter((part) => part !== "");
  const params = new URLSearchParams(mark < 0 ? "" : text.slice(mark + 1));
  const [head = "now", id] = path;
  const outer: Screen = head === "jobs" || head === "dead-letters" || head === "ledger" ? head : "now";
  const inner = INNER[outer];
  const screen = id !== undefined && inner !== undefined ? inner : outer;
  const q: Record<string, string> = {};
  for (const key of KEYS[screen]) {
    const value = params.get(key);
    if (value !== null && value !== "") q[key] = value;
  }
  const view: Record<string, string> = {};
  for (const [key, allowed] of Object.entries(VIEW)) {
    const value = params.get(key);
    if (value !== null && allowed.includes(value)) view[key] = value;
  }
  return { place: { screen, id: screen === outer ? undefined : decode(id ?? ""), q }, view: view as View };
}

/** The inverse of `parsePlace`. */
export function formatPlace(place: Place, view: View = {}): string {
  const outer = Object.entries(INNER).find(([, screen]) => screen === place.screen)?.[0] ?? place.screen;
  const path = place.id === undefined ? outer : `${outer}/${encodeURIComponent(place.id)}`;
  const params = new URLSearchParams();
  for (const key of KEYS[place.screen]) {
    const value = place.q[key];
    if (value !== undefined && value !== "") params.set(key, value);
  }
  for (const [key, value] of Object.entries(view)) {
    if (value !== undefined) params.set(key, String(value));
  }
  const query = params.toString();
  return `#/${path}${query === "" ? "" : `?${query}`}`;
}
