/** The rows of the job list: pages by cursor, the newest page polled, rows held in their place. */
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { call } from "../../api/call";
import type { JobFilter } from "../../api/generated/JobFilter";
import type { JobRow } from "../../api/generated/JobRow";
import { hold } from "../../lib/held";

const PAGE = 200;
/** Older pages change rarely and are many: they are read again less often than the newest. */
const OLDER_POLL = 15_000;

interface Kept { key: string; cursors: string[]; shown: string[] }

export function useJobRows(filter: JobFilter) {
  const key = JSON.stringify(filter);
  const [stored, setKept] = useState<Kept>({ key, cursors: [], shown: [] });
  const kept = stored.key === key ? stored : { key, cursors: [], shown: [] };
  const known = useRef(new Map<string, JobRow>());

  const headFilter: JobFilter = { ...filter, limit: PAGE };
  const head = useQuery({
    queryKey: ["job.list", headFilter],
    queryFn: () => call("job.list", headFilter),
    placeholderData: keepPreviousData,
  });
  const older = useQueries({
    queries: kept.cursors.map((cursor) => {
      const page: JobFilter = { ...headFilter, cursor };
      return { queryKey: ["job.list", page], queryFn: () => call("job.list", page), refetchInterval: OLDER_POLL, meta: { still: true } };
    }),
  });

  const ready = head.data !== undefined && !head.isPlaceholderData;
  const stamp = `${key} ${head.dataUpdatedAt} ${older.map((page) => page.dataUpdatedAt).join(" ")}`;
  const latest = useMemo(() => {
    const rows = new Map<string, JobRow>();
    if (ready) for (const row of head.data.items) rows.set(row.id, row);
    for (const page of older) for (const row of page.data?.items ?? []) if (!rows.has(row.id)) rows.set(row.id, row);
    return rows;
    // The stamp names every answer in it.
  }, [stamp, ready]);

  for (const [id, row] of latest) known.current.set(id, row);
  const held = hold(kept.shown, [...latest.keys()]);
  useEffect(() => {
    if (latest.size > 0) setKept((old) => ({ key, cursors: old.key === key ? old.cursors : [], shown: hold(old.key === key ? old.shown : [], [...latest.keys()]).shown }));
  }, [key, latest]);

  const lastHead = head.data?.items[head.data.items.length - 1]?.id ?? "";
  const whole = head.data?.next_cursor === null;
  /** It was here and is not among what matches any more. */
  const hasLeft = (id: string) => ready && !latest.has(id) && (whole || id >= lastHead);

  const lastPage = older.length > 0 ? older[older.length - 1]?.data : ready ? head.data : undefined;
  const next = lastPage?.next_cursor ?? null;
  const loadMore = useCallback(() => {
    if (next === null) return;
    setKept((old) => (old.key !== key || old.cursors.includes(next) ? old : { ...old, cursors: [...old.cursors, next] }));
  }, [key, next]);
  const showWaiting = useCallback(() => setKept({ key, cursors: [], shown: [] }), [key]);

  return {
    head,
    ready,
    rows: ready ? held.shown.flatMap((id) => latest.get(id) ?? known.current.get(id) ?? []) : [],
    waiting: held.waiting,
    hasLeft,
    loadMore,
    showWaiting,
  };
}
