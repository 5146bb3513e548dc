/**
 * One job's history as one list, derived from submissions, attempts, ledger entries and overrides; nothing of it is stored.
 *
 * Equal failures in a row become one line, states are said where they changed, long pauses are shown as such.
 */
import type { Attempt } from "../../api/generated/Attempt";
import type { JobDetail } from "../../api/generated/JobDetail";
import type { IconName } from "../../components/Icon";
import { isoDate, dayName, millis, rough, span, took, type Zone } from "../../lib/time";
import { shortKey } from "../../lib/ids";
import { formatDelta, formatUnits, isZero, sum } from "../../lib/units";
import { list, stateWord } from "../../lib/words";
import { entryShape, stateShape, stateStyle } from "../../components/Status";

export type Part = "submissions" | "attempts" | "ledger" | "overrides";

export interface Line {
  part: Part | "state" | "gap";
  /** Null on a pause. */
  at: string | null;
  style: string;
  icon: IconName | null;
  what: string;
  text: string;
  /** Grey words behind the text. */
  aside: string;
  took: string;
  units: string;
  held: boolean;
}

interface Draft extends Line { rank: number; sort: number }

const GAP = 30 * 60_000;
/** Times of one moment come from several tables; within this they are put in the order of cause and effect. */
const MOMENT = 10;

const blank = { text: "", aside: "", took: "", units: "", held: false };

function draft(rank: number, at: string, line: Omit<Line, "at" | "text" | "aside" | "took" | "units" | "held"> & Partial<Line>): Draft {
  return { ...blank, ...line, at, rank, sort: Math.floor(millis(at) / MOMENT) };
}

function submissions({ submissions: all, job }: JobDetail): Draft[] {
  return all.map((one) => {
    const refused = one.outcome === "mismatched" || one.outcome === "refused";
    const text =
      one.outcome === "created" ? `key ${shortKey(job.idempotency_key ?? "")}`
      : one.outcome === "replayed" ? "same request, answered with this job"
      : one.outcome === "mismatched" ? `other request: ${one.paths.length === 0 ? "it" : list(one.paths)} ${one.paths.length > 1 ? "differ" : "differs"}`
      : (one.code ?? "refused");
    return draft(0, one.at, {
      part: "submissions",
      style: "sub",
      icon: one.outcome === "created" ? "a-created" : refused ? "a-refused" : "a-replayed",
      what: `submission, ${one.outcome === "mismatched" ? "refused" : one.outcome}`,
      text,
      aside: refused || one.outcome === "created" ? `by ${one.sender}` : "",
      units: one.outcome === "created" || job.meter === null ? "" : formatUnits("0", job.scale ?? 0),
    });
  });
}

/** Failures in a row of one generation with one error and no other event between them. */
function runs(attempts: Attempt[], others: number[]): Attempt[][] {
  const out: Attempt[][] = [];
  for (const attempt of attempts) {
    const run = out[out.length - 1];
    const last = run?.[run.length - 1];
    const first = run?.[0];
    const same = last !== undefined && last.outcome === attempt.outcome && attempt.outcome === "failed" && last.generation === attempt.generation
      && last.error?.class === attempt.error?.class && last.error?.message === attempt.error?.message;
    const between = first !== undefined && others.some((at) => at > millis(first.started_at) && at < millis(attempt.started_at));
    if (run !== undefined && same && !between) run.push(attempt);
    else out.push([attempt]);
  }
  return out;
}

function attemptLine(run: Attempt[], asOf: string): Draft | null {
  const first = run[0];
  const last = run[run.length - 1];
  if (first === undefined || last === undefined) return null;
  const name = run.length === 1 ? `attempt ${first.number}` : `attempts ${first.number} to ${last.number}`;
  const time = run.reduce((total, one) => total + (millis(one.ended_at ?? asOf) - millis(one.started_at)), 0);
  const names = [...new Set(run.map((one) => one.worker))];
  const workers = names.length > 2 ? `${names.length} workers` : list(names);
  const retry = last.retry_at !== null && last.ended_at !== null ? `, again after ${rough(millis(last.retry_at) - millis(last.ended_at))}` : last.state_after === "dead_letter" ? ", none left" : "";
  const style = last.outcome === "released" || last.outcome === "cancelled" ? "sub" : last.outcome;
  const icon: IconName = last.outcome === "lost" ? "s-lost" : last.outcome === "released" ? "s-queued" : last.outcome === "cancelled" ? "s-cancelled" : last.outcome === "running" ? "s-running" : last.outcome === "succeeded" ? "s-succeeded" : "s-failed";
  return draft(3, first.started_at, {
    part: "attempts",
    style,
    icon,
    what: `${name}, ${last.outcome}`,
    text: last.error === null ? "" : last.outcome === "lost" ? "no heartbeat, the lease ended" : last.error.class,
    aside: `on ${workers}${retry}`,
    took: took(time),
  });
}

function entries({ entries: all, balance, job }: JobDetail): Draft[] {
  const scale = job.scale ?? balance?.scale ?? 0;
  return all.map((entry) => {
    const show = (units: string) => formatUnits(units, scale);
    const moved = entry.kind === "confirm" || entry.kind === "adjust" || entry.kind === "reverse" ? entry.used_delta : entry.reserved_delta;
    const ends = entry.settles === null ? "" : `, ends hold ${entry.settles}`;
    const left = entry.kind === "confirm" ? sum(entry.used_delta, entry.reserved_delta) : "0";
    return draft(entry.kind === "reserve" ? 2 : 5, entry.at, {
      part: "ledger",
      style: entry.kind,
      icon: entryShape(entry.kind),
      what: `ledger, ${entry.kind}`,
      text: `entry ${entry.sequence}${ends}`,
      aside: [entry.kind === "reserve" || entry.kind === "cancel" ? `held ${show(entry.reserved)} in all` : `used ${show(entry.used)} in all`, isZero(left) ? "" : `${show(left.replace("-", ""))} not used`, entry.overage ? "above its hold" : "", entry.reason ?? ""].filter((word) => word !== "").join(", "),
      units: formatDelta(moved, scale),
      held: entry.kind === "reserve" || entry.kind === "cancel",
    });
  });
}

function overrides({ overrides: all }: JobDetail): Draft[] {
  return all.map((one) =>
    draft(1, one.decided_at ?? one.requested_at, {
      part: "overrides",
      style: "act",
      icon: "o-act",
      what: `override, ${one.kind.replaceAll("_", " ")}`,
      text: `by ${one.operator}: “${one.reason}”`,
      aside: [one.state === "executed" ? "" : one.state, one.single_operator ? "single operator" : ""].filter((word) => word !== "").join(", "),
    }),
  );
}

/** Changes of state, read off the attempts that ended in one and the requeues that began a generation. */
function states(detail: JobDetail): Draft[] {
  const out: Draft[] = [];
  const say = (rank: number, at: string, state: "dead_letter" | "succeeded" | "cancelled" | "queued", aside: string) =>
    out.push(draft(rank, at, { part: "state", style: stateStyle(state), icon: stateShape(state), what: `state, ${stateWord(state)}`, aside }));
  for (const attempt of detail.attempts) {
    if (attempt.ended_at === null) continue;
    if (attempt.state_after === "dead_letter") say(4, attempt.ended_at, "dead_letter", detail.job.meter === null ? "waits for review" : "units stay held until review");
    if (attempt.state_after === "succeeded") say(4, attempt.ended_at, "succeeded", "final");
    if (attempt.state_after === "cancelled") say(4, attempt.ended_at, "cancelled", "final");
  }
  let generation = 1;
  for (const one of detail.overrides) {
    if (one.kind !== "requeue" || one.state !== "executed") continue;
    generation += 1;
    say(1.5, one.decided_at ?? one.requested_at, "queued", `generation ${generation}, failures 0`);
  }
  const told = out.some((line) => line.style === stateStyle(detail.job.state));
  if (detail.job.state === "cancelled" && !told) say(4, detail.job.changed_at, "cancelled", "final");
  return out;
}

function pause(ms: number, day: string): Line {
  return { ...blank, part: "gap", at: null, style: "gap", icon: null, what: `${span(ms)} later`, aside: day };
}

/** All lines, oldest first; with a part chosen only its own. */
export function timeline(detail: JobDetail, zone: Zone, part?: Part): Line[] {
  const money = entries(detail);
  const acts = overrides(detail);
  const arrived = submissions(detail);
  const between = [...arrived, ...acts].map((line) => millis(line.at ?? ""));
  const tried = runs(detail.attempts, between).flatMap((run) => attemptLine(run, detail.as_of) ?? []);
  const all = [...arrived, ...money, ...acts, ...tried, ...states(detail)].filter((line) => part === undefined || line.part === part);
  all.sort((a, b) => a.sort - b.sort || a.rank - b.rank || millis(a.at ?? "") - millis(b.at ?? ""));
  const out: Line[] = [];
  let before: string | null = null;
  for (const line of all) {
    if (before !== null && line.at !== null) {
      const ms = millis(line.at) - millis(before);
      const newDay = isoDate(line.at, zone) !== isoDate(before, zone);
      if (ms > GAP || newDay) out.push(pause(ms, newDay ? dayName(line.at, zone) : ""));
    }
    out.push(line);
    before = line.at ?? before;
  }
  return out;
}

/** `12 November, oldest first`, or both days. */
export function spanOfDays(lines: Line[], zone: Zone): string {
  const times = lines.flatMap((line) => line.at ?? []);
  const first = times[0];
  const last = times[times.length - 1];
  if (first === undefined || last === undefined) return "";
  const a = dayName(first, zone);
  const b = dayName(last, zone);
  return a === b ? `${a}, oldest first` : `${a} to ${b}, oldest first`;
}

