/** The cache of what was read: every screen polls, hints make it read sooner, nothing is kept as true when it is not read. */
import { QueryClient } from "@tanstack/react-query";
import type { Platform } from "../platform";

/** A poll every 5 seconds while the window is visible. */
export const POLL = 5_000;
/** While something this person started is running. */
export const FAST_POLL = 1_000;
/** Hints closer together than this are merged. */
const HINT_GAP = 400;

export function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The back end is on this machine: the browser's idea of being online says nothing about it.
        networkMode: "always",
        refetchInterval: POLL,
        refetchIntervalInBackground: false,
        refetchOnWindowFocus: true,
        retry: false,
        staleTime: 0,
        gcTime: 60_000,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/**
 * Reads again after hints, one reading at a time; a slow database gets twice as long to rest as it took to answer.
 *
 * A reading that runs is never cut off by the next hint: under steady traffic it would never end.
 */
export function followHints(client: QueryClient, platform: Platform): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let again = false;
  const read = async () => {
    timer = undefined;
    busy = true;
    again = false;
    const began = Date.now();
    try {
      await client.invalidateQueries({ predicate: (query) => query.meta?.["still"] !== true }, { cancelRefetch: false });
    } finally {
      busy = false;
      if (again) plan(Math.max(HINT_GAP, 2 * (Date.now() - began)));
    }
  };
  const plan = (after: number) => {
    timer ??= setTimeout(() => void read(), after);
  };
  const stop = platform.onChanged(() => {
    if (document.visibilityState === "hidden") return;
    if (busy) again = true;
    else plan(HINT_GAP);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
