/** A job in one sentence: what it is now, since when, and what happened to the units. */
import type { JobDetail } from "../../api/generated/JobDetail";
import { ahead, clock, millis, since, span, type Zone } from "../../lib/time";
import { count, formatUnits, isZero, sum } from "../../lib/units";
import { plural, verb } from "../../lib/words";

export interface Sentence { head: string; rest: string; money: string }

function money({ job, entries }: JobDetail): string {
  if (job.meter === null) return "";
  const scale = job.scale ?? 0;
  const charged = sum("0", ...entries.map((entry) => entry.used_delta));
  const held = job.held ?? "0";
  const confirms = entries.filter((entry) => entry.kind === "confirm").length;
  const say = (units: string) => `${formatUnits(units, scale)} ${job.meter ?? ""}`;
  const chargedText = isZero(charged) ? "Nothing was charged" : `${say(charged)} ${verb(job.meter, "was", "were")} charged to ${job.tenant}${confirms === 1 ? ", once" : ""}`;
  const heldText = isZero(held) ? (isZero(charged) ? "nothing is held" : "") : `${say(held)} of ${job.tenant} ${verb(job.meter, "is", "are")} held`;
  return heldText === "" ? `${chargedText}.` : `${chargedText}; ${heldText}.`;
}

function errors(detail: JobDetail): string {
  const classes = new Set(detail.attempts.flatMap((attempt) => attempt.error?.class ?? []));
  return classes.size === 1 ? "one error" : plural(classes.size, "error");
}

export function jobSentence(detail: JobDetail, zone: Zone): Sentence {
  const { job, attempts, as_of: asOf } = detail;
  const at = since(job.changed_at, asOf, zone);
  const for_ = span(millis(asOf) - millis(job.changed_at));
  const tries = plural(job.attempt, "attempt");
  const again = job.generation > 1 ? ` It was requeued ${job.generation === 2 ? "once" : `${count(job.generation - 1)} times`}.` : "";
  const units = money(detail);
  switch (job.state) {
    case "dead_letter":
      return { head: "Dead letter", rest: ` since ${at} (${for_}) after ${tries}${attempts.length > 0 ? ` with ${errors(detail)}` : ""}.`, money: units };
    case "succeeded":
      return { head: "Succeeded", rest: ` at ${at} after ${tries}.`, money: units };
    case "cancelled":
      return { head: "Cancelled", rest: ` at ${at} after ${tries}.`, money: units };
    case "running":
      return { head: "Running", rest: ` since ${at} (${for_})${job.worker === null ? "" : ` on ${job.worker}`}, attempt ${count(job.attempt)}.${again}`, money: units };
    case "failed":
      return { head: "Failed", rest: ` at ${at}, ${count(job.failures)} of ${count(job.max_attempts)} failures. Tries again at ${clock(job.run_at, zone)} (${ahead(job.run_at, asOf)}).`, money: units };
    case "queued": {
      const due = millis(job.run_at) > millis(asOf) ? `, due at ${clock(job.run_at, zone)} (${ahead(job.run_at, asOf)})` : "";
      const why = job.blocked ? ": its units do not fit under the limit" : "";
      return { head: "Queued", rest: ` since ${at} (${for_})${due}${why}.${again}`, money: units };
    }
  }
}

/** How often the request arrived, and what each arrival did. */
export function arrivals({ submissions }: JobDetail): string {
  if (submissions.length === 0) return "It came without an idempotency key, so no arrivals were logged.";
  const of = (outcome: string) => submissions.filter((one) => one.outcome === outcome).length;
  const parts = [
    of("created") > 0 ? "1 created this job" : "",
    of("replayed") > 0 ? `${count(of("replayed"))} ${of("replayed") === 1 ? "was" : "were"} replayed and moved nothing` : "",
    of("mismatched") > 0 ? `${count(of("mismatched"))} ${of("mismatched") === 1 ? "was" : "were"} refused because it asked for something else` : "",
    of("refused") > 0 ? `${count(of("refused"))} ${of("refused") === 1 ? "was" : "were"} refused` : "",
  ].filter((part) => part !== "");
  return `The request arrived ${submissions.length === 1 ? "once" : `${count(submissions.length)} times`}: ${parts.join(", ")}.`;
}
