/** How old the numbers on the screen are. One chip for the window: it tells the oldest of what is shown. */
import { useQueryClient, type QueryCache } from "@tanstack/react-query";
import { useEffect, useState } from "react";

const STALE_AFTER = 30_000;
const NO_WRITES_AFTER = 120_000;
/** A read that takes longer than this is worth a word. */
const SLOW_READ = 700;

export interface Freshness {
  kind: "live" | "updating" | "stale" | "offline";
  /** `as_of` of the oldest answer on the screen. */
  asOf: string | null;
  /** Milliseconds since that answer came. */
  age: number;
  /** Why writes are off, if they are. */
  noWrites: string | null;
}

function asOfOf(data: unknown): string | null {
  if (typeof data === "object" && data !== null && "as_of" in data && typeof data.as_of === "string") return data.as_of;
  return null;
}

/** Looks at every query a screen follows. */
export function judge(cache: QueryCache, now: number, fetchingSince: number | null): Freshness {
  let oldest: { at: number; asOf: string } | null = null;
  let failing = false;
  let empty = false;
  for (const query of cache.getAll()) {
    if (!query.isActive() || query.meta?.["still"] === true) continue;
    const { data, dataUpdatedAt, status, errorUpdatedAt } = query.state;
    const asOf = asOfOf(data);
    if (asOf === null) empty = true;
    else if (oldest === null || dataUpdatedAt < oldest.at) oldest = { at: dataUpdatedAt, asOf };
    if (status === "error" && errorUpdatedAt > dataUpdatedAt) failing = true;
  }
  const age = oldest === null ? 0 : Math.max(0, now - oldest.at);
  const noWrites =
    oldest !== null && age > NO_WRITES_AFTER
      ? "The data is more than 2 minutes old. Changes are off until it can be read again."
      : failing && age > STALE_AFTER
        ? "The data cannot be read at the moment. Changes are off until it can."
        : null;
  const kind =
    failing && (oldest === null || age > SLOW_READ * 10) ? "offline"
    : age > STALE_AFTER ? "stale"
    : (empty && !failing) || (fetchingSince !== null && now - fetchingSince > SLOW_READ) ? "updating"
    : "live";
  return { kind, asOf: oldest?.asOf ?? null, age, noWrites };
}

export function useFreshness(): Freshness {
  const client = useQueryClient();
  const [state, setState] = useState<Freshness>({ kind: "updating", asOf: null, age: 0, noWrites: null });
  useEffect(() => {
    const cache = client.getQueryCache();
    let since: number | null = null;
    let queued = false;
    const look = () => {
      queued = false;
      const fetching = client.isFetching({ predicate: (query) => query.isActive() }) > 0;
      since = fetching ? (since ?? Date.now()) : null;
      const next = judge(cache, Date.now(), since);
      setState((old) =>
        old.kind === next.kind && old.asOf === next.asOf && old.noWrites === next.noWrites && sameMinute(old.age, next.age) ? old : next,
      );
    };
    const stop = cache.subscribe(() => {
      if (queued) return;
      queued = true;
      queueMicrotask(look);
    });
    const timer = setInterval(look, 1_000);
    look();
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [client]);
  return state;
}

function sameMinute(a: number, b: number): boolean {
  return Math.floor(a / 60_000) === Math.floor(b / 60_000);
}
