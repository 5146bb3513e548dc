/** Jobs of the sample world: one bad night, a few older errors, and the afternoon after it. */
import type { Attempt } from "../../api/generated/Attempt";
import type { JobError } from "../../api/generated/JobError";
import type { JobRow } from "../../api/generated/JobRow";
import type { JobState } from "../../api/generated/JobState";
import type { OverrideSummary } from "../../api/generated/OverrideSummary";
import type { Submission } from "../../api/generated/Submission";
import { dice, iso, START_OF_WORLD } from "./clock";

export interface FakeJob {
  row: JobRow;
  payload: string;
  result: string | null;
  submissions: Submission[];
  attempts: Attempt[];
  overrides: OverrideSummary[];
}

const MIN = 60_000;
const HOUR = 60 * MIN;
const KINDS = ["invoice.charge", "webhook.deliver", "mail.send", "inspection.run"];
const PRICES: Record<string, number[]> = { Acme: [4900], Borealis: [12900], Cobalt: [1900, 4900], Delta: [2000] };
const TRACE = ["http_client.rs:88  post_with_timeout", "charge.rs:141      charge_invoice", "runner.rs:62       run", "runner.rs:40       guard", "pool.rs:12         spawn", "main.rs:9          main"].join("\n");

export const ERRORS: Record<string, JobError> = {
  payment_timeout: { class: "payment_timeout", message: "no answer from payments.internal in 10 s", backtrace: TRACE },
  smtp_rejected: { class: "smtp_rejected", message: "550 mailbox not found" },
  card_declined: { class: "card_declined", message: "do_not_honor" },
  payload_invalid: { class: "payload_invalid", message: "$.vat_id is missing" },
  attempt_lost: { class: "attempt_lost", message: "lease ended, worker w-4" },
  tls_expired: { class: "tls_expired", message: "certificate of hooks.cobalt.example" },
  rate_limited: { class: "rate_limited", message: "429, retry after 30 s" },
  http_503: { class: "http_503", message: "hooks.borealis.example is not available" },
};

const roll = dice(812);
const pick = <T>(from: T[]): T => from[Math.floor(roll() * from.length)] as T;
const hex = (n: number) => Array.from({ length: n }, () => Math.floor(roll() * 16).toString(16)).join("");

function idAt(ms: number): string {
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-a${hex(3)}-${hex(12)}`;
}

interface Wish { state: JobState; created: number; changed: number; kind?: string; tenant?: string; error?: string; tries?: number }

let order = 1000;

export function makeJob(wish: Wish): FakeJob {
  const tenant = wish.tenant ?? pick(["Acme", "Acme", "Borealis", "Borealis", "Cobalt", "Delta"]);
  const kind = wish.kind ?? pick(KINDS);
  const metered = kind === "invoice.charge";
  const units = metered ? String(pick(PRICES[tenant] ?? [4900])) : null;
  const error = wish.error === undefined ? null : (ERRORS[wish.error] ?? null);
  const tries = wish.tries ?? (wish.state === "queued" ? 0 : wish.state === "failed" ? 1 + Math.floor(roll() * 4) : wish.state === "dead_letter" ? 5 : 1);
  order += 1;
  const key = `order-${order}`;
  const open = wish.state !== "succeeded" && wish.state !== "cancelled";
  const id = idAt(wish.created);
  const attempts: Attempt[] = [];
  for (let i = 0; i < tries; i += 1) {
    const last = i === tries - 1;
    const start = last && wish.state === "running" ? wish.changed : wish.created + 800 + ((wish.changed - wish.created - 11_000) * i) / Math.max(1, tries - 1 || 1);
    const running = last && wish.state === "running";
    const good = last && wish.state === "succeeded";
    attempts.push({
      number: i + 1,
      generation: 1,
      worker: pick(["w-1", "w-2", "w-3", "w-4"]),
      started_at: iso(start),
      ended_at: running ? null : iso(last ? wish.changed : start + 10_000),
      outcome: running ? "running" : good ? "succeeded" : error?.class === "attempt_lost" ? "lost" : "failed",
      error: running || good ? null : error,
      retry_at: last || running ? null : iso(start + 21_000),
      state_after: running ? null : last && wish.state === "dead_letter" ? "dead_letter" : good ? "succeeded" : "failed",
    });
  }
  return {
    row: {
      id,
      tenant,
      kind,
      queue: metered ? "billing" : "default",
      state: wish.state,
      priority: 0,
      attempt: tries,
      failures: wish.state === "succeeded" || wish.state === "running" ? Math.max(0, tries - 1) : tries,
      max_attempts: 5,
      generation: 1,
      payload_revision: 1,
      run_at: iso(wish.state === "failed" ? START_OF_WORLD + 3_000 + roll() * 600_000 : wish.created),
      created_at: iso(wish.created),
      changed_at: iso(wish.changed),
      started_at: attempts[0]?.started_at ?? null,
      finished_at: open ? null : iso(wish.changed),
      error: wish.state === "succeeded" ? null : error,
      meter: metered ? "EUR" : null,
      units,
      scale: metered ? 2 : null,
      held: metered ? (open ? units : "0") : null,
      idempotency_key: key,
      cancel_requested: false,
      blocked: false,
      worker: wish.state === "running" ? (attempts[tries - 1]?.worker ?? null) : null,
      lease_expires_at: wish.state === "running" ? iso(START_OF_WORLD + 30_000) : null,
    },
    payload: `{"invoice":"${key}","amount":${units ?? "0"},"currency":"EUR","customer":{"id":1234567890123456789,"n":9007199254740993},"lines":[{"text":"Plan \\"Team\\"","units":18446744073709551615}]}`,
    result: wish.state === "succeeded" ? `{"receipt":"rc_${hex(8)}"}` : null,
    submissions: [{ outcome: "created", code: null, sender: "oo_3f", request_id: hex(8), at: iso(wish.created), paths: [] }],
    attempts,
    overrides: [],
  };
}

function many(n: number, make: (i: number) => Wish): FakeJob[] {
  return Array.from({ length: n }, (_, i) => makeJob(make(i)));
}

/** All of it, newest first. */
export function makeJobs(): FakeJob[] {
  const now = START_OF_WORLD;
  const night = now - 12 * HOUR; // 02:02 in Berlin
  const bad = (i: number): Wish => {
    const created = night + 9 * MIN + (i % 29) * MIN;
    return { state: "dead_letter", created: created - 3 * MIN, changed: created, error: "payment_timeout", kind: pick(["invoice.charge", "invoice.charge", "invoice.charge", "webhook.deliver", "mail.send", "inspection.run"]), tenant: pick(["Acme", "Acme", "Acme", "Borealis", "Borealis", "Cobalt"]) };
  };
  const odd = (error: string, kind: string, hours: number, tenant?: string): Wish => ({ state: "dead_letter", created: now - hours * HOUR - 4 * MIN, changed: now - hours * HOUR, error, kind, tenant });
  const jobs = [
    ...many(294, bad),
    ...many(7, (i) => odd("smtp_rejected", "mail.send", 6.5 + i * 1.7)),
    ...many(4, (i) => odd("card_declined", "invoice.charge", 9.8 + i * 1.6, "Cobalt")),
    ...many(3, (i) => odd("payload_invalid", "invoice.charge", 9.3 + i * 0.2, "Borealis")),
    ...many(2, (i) => odd("attempt_lost", "inspection.run", 9.9 + i * 7, "Delta")),
    ...many(1, () => odd("tls_expired", "webhook.deliver", 12, "Cobalt")),
    ...many(1, () => odd("rate_limited", "webhook.deliver", 14.5, "Acme")),
    ...many(721, (i) => ({ state: "queued", created: now - 20_000 - i * 3_400, changed: now - 20_000 - i * 3_400 })),
    ...many(61, (i) => ({ state: "running", created: now - 9_000 - i * 1_900, changed: now - 1_500 - i * 760 })),
    ...many(96, (i) => ({ state: "failed", created: now - 40_000 - i * 31_000, changed: now - 30_000 - i * 30_000, error: pick(["http_503", "rate_limited", "payment_timeout"]) })),
    ...many(14, (i) => ({ state: "cancelled", created: now - 5 * MIN - i * 96 * MIN, changed: now - 4 * MIN - i * 95 * MIN, error: "payment_timeout", tries: 2 })),
    ...many(1400, (i) => ({ state: "succeeded", created: now - 15_000 - i * 58_000, changed: now - 9_000 - i * 58_000 })),
  ];
  const star = jobs[0];
  if (star !== undefined) repeatArrivals(star);
  return jobs.sort((a, b) => (a.row.id < b.row.id ? 1 : -1));
}

/** The job everyone asks about: it arrived four times, died twice, and was requeued once without luck. */
function repeatArrivals(job: FakeJob): void {
  const born = Date.parse(job.row.created_at);
  const later = (ms: number, outcome: string, paths: string[] = []): Submission => ({ outcome, code: paths.length > 0 ? "idempotency_key_reused" : null, sender: "oo_3f", request_id: "9d20", at: iso(born + ms), paths });
  job.row.kind = "invoice.charge";
  job.row.tenant = "Acme";
  job.row.queue = "billing";
  Object.assign(job.row, { meter: "EUR", units: "4900", scale: 2, held: "4900", idempotency_key: "order-881", generation: 2, attempt: 10, failures: 5 });
  job.submissions.push(later(1_900, "replayed"), later(6_300, "replayed"), later(7 * HOUR, "mismatched", ["$.amount"]));
  const act = born + 59 * MIN;
  job.overrides.push({ id: "0199aaaa-0000-7000-8000-000000000005", kind: "requeue", operator: "op-5", reason: "gateway is back?", state: "executed", single_operator: true, approvals_needed: 0, requested_at: iso(act), decided_at: iso(act) });
  for (let i = 0; i < 5; i += 1) {
    const start = act + 700 + i * 38_000;
    job.attempts.push({ number: 6 + i, generation: 2, worker: i % 2 === 0 ? "w-3" : "w-1", started_at: iso(start), ended_at: iso(start + 10_000), outcome: "failed", error: ERRORS["payment_timeout"] ?? null, retry_at: i === 4 ? null : iso(start + 30_000), state_after: i === 4 ? "dead_letter" : "failed" });
  }
  job.row.changed_at = iso(act + 700 + 4 * 38_000 + 10_000);
}

