import { describe, expect, it } from "vitest";
import type { Attempt } from "../../api/generated/Attempt";
import type { Entry } from "../../api/generated/Entry";
import type { JobDetail } from "../../api/generated/JobDetail";
import type { JobRow } from "../../api/generated/JobRow";
import { timeline } from "./timeline";

const T0 = Date.parse("2026-11-12T02:00:00Z");
const at = (ms: number) => new Date(T0 + ms).toISOString();

function attempt(number: number, from: number, to: number, more: Partial<Attempt> = {}): Attempt {
  return { number, generation: 1, worker: "w-1", started_at: at(from), ended_at: at(to), outcome: "failed", error: { class: "http_503", message: "no" }, retry_at: null, state_after: "failed", ...more };
}

function entry(sequence: number, kind: string, ms: number, used: string, held: string): Entry {
  return {
    tenant: "t", meter: "EUR", period_start: null, sequence, kind, units: "4900", used_delta: used, reserved_delta: held, used: "0", reserved: "0",
    limit: null, job: "j", idempotency_key: "k", attempt: null, settles: null, overage: false, actor: "w-1", reason: null, override_id: null, at: at(ms),
  };
}

function detail(more: Partial<JobDetail>): JobDetail {
  const job = { id: "j", tenant: "t", kind: "k", state: "dead_letter", meter: "EUR", scale: 2, idempotency_key: "k", changed_at: at(0) } as JobRow;
  return { job, payload: "{}", result: null, labels: {}, effect_key: "j.r1", submissions: [], attempts: [], entries: [], overrides: [], balance: null, as_of: at(3_600_000), ...more };
}

const words = (of: JobDetail) => timeline(of, "utc").map((line) => line.what);

describe("the timeline of a job", () => {
  it("makes one line of equal failures in a row, and says the state they ended in", () => {
    const attempts = [attempt(1, 0, 10), attempt(2, 1000, 1010), attempt(3, 2000, 2010, { state_after: "dead_letter" })];
    expect(words(detail({ attempts }))).toEqual(["attempts 1 to 3, failed", "state, dead letter"]);
  });

  it("keeps failures apart when the error, the generation or anything between them differs", () => {
    const attempts = [attempt(1, 0, 10), attempt(2, 5_000, 5_010, { error: { class: "http_500", message: "no" } }), attempt(3, 9_000, 9_010, { error: { class: "http_500", message: "no" } })];
    const submissions = [{ outcome: "replayed", code: null, sender: "oo_1", request_id: "r", at: at(7_000), paths: [] }];
    expect(words(detail({ attempts, submissions }))).toEqual(["attempt 1, failed", "attempt 2, failed", "submission, replayed", "attempt 3, failed"]);
  });

  it("puts cause before effect when all of it happened in one moment", () => {
    const submissions = [{ outcome: "created", code: null, sender: "oo_1", request_id: "r", at: at(1), paths: [] }];
    const attempts = [attempt(1, 2, 3, { outcome: "succeeded", error: null, state_after: "succeeded" })];
    const entries = [entry(1, "reserve", 0, "0", "4900"), entry(2, "confirm", 3, "4900", "-4900")];
    expect(words(detail({ submissions, attempts, entries }))).toEqual(["submission, created", "ledger, reserve", "attempt 1, succeeded", "state, succeeded", "ledger, confirm"]);
  });

  it("shows a requeue as the act of a person and the state it led to, after the pause before it", () => {
    const overrides = [{ id: "o", kind: "requeue", operator: "op-3", reason: "it is back", state: "executed", single_operator: true, approvals_needed: 0, requested_at: at(7_200_000), decided_at: at(7_200_000) }];
    const lines = timeline(detail({ attempts: [attempt(1, 0, 10, { state_after: "dead_letter" })], overrides }), "utc");
    expect(lines.map((line) => line.what)).toEqual(["attempt 1, failed", "state, dead letter", "1 h 59 min later", "override, requeue", "state, queued"]);
    expect(lines[3]?.text).toBe("by op-3: “it is back”");
  });

  it("shows what moved in the ledger with its sign, one line an entry", () => {
    const entries = [entry(1, "reserve", 0, "0", "4900"), entry(2, "confirm", 1000, "4900", "-4900")];
    expect(timeline(detail({ entries, balance: { scale: 2 } as JobDetail["balance"] }), "utc", "ledger").map((line) => line.units)).toEqual(["+49.00", "+49.00"]);
  });
});
