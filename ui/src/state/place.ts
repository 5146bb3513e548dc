/** The address as state: where the window is and how it looks. Going somewhere is changing the address. */
import { formatPlace, parsePlace, type Place, type View } from "../lib/place";
import type { Zone } from "../lib/time";
import { makeStore, useStore } from "./store";

const KEPT = "onceover.view";

/** The look chosen last time, for an address that names none. */
function keptView(): View {
  try {
    return parsePlace(`#/now?${window.localStorage.getItem(KEPT) ?? ""}`).view;
  } catch {
    return {}; // storage can be switched off; then the window follows the system
  }
}

function keep(view: View): void {
  try {
    window.localStorage.setItem(KEPT, formatPlace({ screen: "now", q: {} }, view).split("?")[1] ?? "");
  } catch (reason) {
    console.warn("the look is not kept", reason);
  }
}

function read() {
  const { place, view } = parsePlace(window.location.hash);
  return { place, view: { ...keptView(), ...view } };
}

const address = makeStore(read());

window.addEventListener("hashchange", () => address.set(read()));

function write(place: Place, view: View, replace: boolean): void {
  const hash = formatPlace(place, view);
  if (hash === window.location.hash) return;
  if (replace) window.history.replaceState(null, "", hash);
  else window.history.pushState(null, "", hash);
  address.set({ place, view });
}

window.addEventListener("popstate", () => address.set(read()));

export function usePlace(): Place {
  return useStore(address).place;
}

export function useView(): View {
  return useStore(address).view;
}

export function useZone(): Zone {
  return useView().zone ?? "local";
}

/** Opens a place; the way back is one step. */
export function go(place: Place): void {
  write(place, address.get().view, false);
}

/** Changes filters or the selection of the screen that is open. A selection replaces, a filter can be undone with Back. */
export function patch(change: Record<string, string | undefined>, how: "replace" | "push" = "replace"): void {
  const { place, view } = address.get();
  const q: Record<string, string> = {};
  for (const [key, value] of Object.entries({ ...place.q, ...change })) {
    if (value !== undefined && value !== "") q[key] = value;
  }
  write({ ...place, q }, view, how === "replace");
}

export function setView(change: View): void {
  const { place, view } = address.get();
  const next = { ...view, ...change };
  keep(next);
  write(place, next, true);
}

/** The address of a place, for links. */
export function hrefOf(place: Place): string {
  return formatPlace(place, address.get().view);
}
