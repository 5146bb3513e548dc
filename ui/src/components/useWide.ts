/** From 1600 px a list keeps its peek panel open. The same width as in frame.css. */
import { useSyncExternalStore } from "react";

function media(query: string) {
  const list = window.matchMedia(query);
  return {
    subscribe(listener: () => void) {
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    get: () => list.matches,
  };
}

const wide = media("(min-width: 1600px)");
const tall = media("(min-height: 1000px)");

export function useWide(): boolean {
  return useSyncExternalStore(wide.subscribe, wide.get);
}

/** From 1000 px height a group lists its jobs below itself. */
export function useTall(): boolean {
  return useSyncExternalStore(tall.subscribe, tall.get);
}
