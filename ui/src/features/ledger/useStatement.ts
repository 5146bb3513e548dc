/** The statement of one account: newest entries polled, older pages by sequence number, new ones held back until asked for. */
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { call } from "../../api/call";
import type { Entry } from "../../api/generated/Entry";
import type { LedgerQuery } from "../../api/generated/LedgerQuery";

const PAGE = 100;

interface Kept { key: string; top: number | null; pages: number[] }

export function useStatement(query: LedgerQuery) {
  const key = JSON.stringify(query);
  const [stored, setKept] = useState<Kept>({ key, top: null, pages: [] });
  const kept = stored.key === key ? stored : { key, top: null, pages: [] };
  const headQuery: LedgerQuery = { ...query, limit: PAGE };
  const head = useQuery({
    queryKey: ["ledger.get", headQuery],
    queryFn: () => call("ledger.get", headQuery),
    placeholderData: keepPreviousData,
  });
  // Entries never change: an older page is read once.
  const older = useQueries({
    queries: kept.pages.map((before) => {
      const page: LedgerQuery = { ...headQuery, before };
      return { queryKey: ["ledger.get", page], queryFn: () => call("ledger.get", page), refetchInterval: false as const, staleTime: Infinity, meta: { still: true } };
    }),
  });
  const ready = head.data !== undefined && !head.isPlaceholderData;
  const newest = ready ? (head.data.entries[0]?.sequence ?? 0) : 0;
  // The first answer fixes what is shown; an account that was empty shows its first entries at once.
  const top = kept.top === null || kept.top === 0 ? newest : kept.top;
  if (ready && newest > 0 && kept.top !== top) setKept({ ...kept, top });

  const stamp = `${key} ${head.dataUpdatedAt} ${older.map((page) => page.dataUpdatedAt).join(" ")}`;
  const entries = useMemo(() => {
    const all = new Map<number, Entry>();
    for (const entry of ready ? head.data.entries : []) all.set(entry.sequence, entry);
    for (const page of older) for (const entry of page.data?.entries ?? []) all.set(entry.sequence, entry);
    return [...all.values()].sort((a, b) => b.sequence - a.sequence);
    // The stamp names every answer in it.
  }, [stamp, ready]);

  const lastPage = older.length > 0 ? older[older.length - 1]?.data : ready ? head.data : undefined;
  const next = lastPage?.next_before ?? null;
  const loadMore = useCallback(() => {
    if (next !== null) setKept((old) => (old.key !== key || old.pages.includes(next) ? old : { ...old, pages: [...old.pages, next] }));
  }, [key, next]);
  const showWaiting = useCallback(() => setKept({ key, top: null, pages: [] }), [key]);
  return {
    head,
    ledger: ready ? head.data : undefined,
    entries: entries.filter((entry) => entry.sequence <= top),
    waiting: Math.max(0, newest - top),
    loadMore,
    showWaiting,
  };
}
