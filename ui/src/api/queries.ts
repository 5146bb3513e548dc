/** Reads, one hook per operation. A screen asks for what it shows and gets `data`, `error` and how fresh it is. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "./call";
import { FAST_POLL, POLL } from "./client";
import type { JobFilter } from "./generated/JobFilter";
import type { JobState } from "./generated/JobState";

/** States in which a job moves by itself. */
const MOVING: JobState[] = ["queued", "running", "failed"];

/** Which database this is and who is at the desk. Does not change while the window is open. */
export function useWorkspace() {
  return useQuery({
    queryKey: ["workspace.get"],
    queryFn: () => call("workspace.get", {}),
    refetchInterval: (query) => (query.state.data === undefined ? POLL : false),
    staleTime: Infinity,
    meta: { still: true },
  });
}

export function useNow() {
  return useQuery({ queryKey: ["now.get"], queryFn: () => call("now.get", {}) });
}

export function useJob(id: string, enabled = true) {
  return useQuery({
    queryKey: ["job.get", id],
    queryFn: () => call("job.get", { id }),
    enabled: enabled && id !== "",
    refetchInterval: (query) => (query.state.data && MOVING.includes(query.state.data.job.state) ? FAST_POLL : POLL),
  });
}

/** The plan is read once per sheet and again only when asked: what is confirmed is what was shown. */
export function useRequeuePlan(id: string) {
  return useQuery({
    queryKey: ["job.requeue_plan", id],
    queryFn: () => call("job.requeue_plan", { id }),
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
    meta: { still: true },
  });
}

export function useGroups() {
  return useQuery({ queryKey: ["dead_letter.groups"], queryFn: () => call("dead_letter.groups", {}) });
}

/** The groups as some screen read them last, without reading them. */
export function useGroupsSeen() {
  return useQuery({ queryKey: ["dead_letter.groups"], queryFn: () => call("dead_letter.groups", {}), enabled: false }).data;
}

export function useGroup(group: string | undefined) {
  return useQuery({
    queryKey: ["dead_letter.group", group],
    queryFn: () => call("dead_letter.group", { group: group ?? "" }),
    enabled: group !== undefined,
  });
}

export function useAccounts(enabled = true) {
  return useQuery({ queryKey: ["ledger.accounts"], queryFn: () => call("ledger.accounts", {}), enabled });
}

/** Jobs with exactly this key, for the palette. */
export function useJobsByKey(key: string) {
  const filter: JobFilter = { key, limit: 5 };
  return useQuery({
    queryKey: ["job.list", filter],
    queryFn: () => call("job.list", filter),
    enabled: key !== "",
    refetchInterval: false,
    placeholderData: keepPreviousData,
    meta: { still: true },
  });
}
