/** The sample world: answers every operation from its jobs and ledger, and carries out a requeue. */
import type { DeadLetterGroup } from "../../api/generated/DeadLetterGroup";
import type { DeadLetterGroupDetail } from "../../api/generated/DeadLetterGroupDetail";
import type { JobDetail } from "../../api/generated/JobDetail";
import type { JobFilter } from "../../api/generated/JobFilter";
import type { JobList } from "../../api/generated/JobList";
import type { JobState } from "../../api/generated/JobState";
import type { Now } from "../../api/generated/Now";
import type { OverrideOutcome } from "../../api/generated/OverrideOutcome";
import type { RequeuePlan } from "../../api/generated/RequeuePlan";
import type { RequeueRequest } from "../../api/generated/RequeueRequest";
import { STATES } from "../../lib/words";
import { iso, worldNow } from "./clock";
import { makeJob, makeJobs, type FakeJob } from "./jobs";
import { FakeLedger } from "./ledger";

const HOUR = 3_600_000;
/** What a refused call rejects with. */
export const problem = (status: number, code: string, detail: string) => ({ status, code, title: code.replaceAll("_", " "), detail });

export class World {
  readonly jobs: FakeJob[];
  readonly ledger: FakeLedger;
  private readonly answered = new Map<string, OverrideOutcome>();

  constructor(
    private readonly changed: () => void,
    empty: boolean,
  ) {
    this.jobs = empty ? [] : makeJobs();
    this.ledger = new FakeLedger(this.jobs);
  }

  find(id: string): FakeJob {
    const job = this.jobs.find((one) => one.row.id === id);
    if (job === undefined) throw problem(404, "not_found", `there is no job ${id}`);
    return job;
  }

  list(filter: JobFilter): JobList {
    const matching = this.jobs.filter(
      ({ row }) =>
        (filter.tenant === undefined || row.tenant === filter.tenant) && (filter.kind === undefined || row.kind === filter.kind)
        && (filter.key === undefined || row.idempotency_key === filter.key) && (filter.error === undefined || row.error?.class === filter.error),
    );
    const inState = matching.filter(({ row }) => filter.state === undefined || row.state === filter.state);
    const from = filter.cursor === undefined ? 0 : inState.findIndex(({ row }) => row.id < (filter.cursor ?? ""));
    const page = from < 0 ? [] : inState.slice(from, from + (filter.limit ?? 100));
    const last = page.at(-1)?.row.id ?? null;
    return {
      items: page.map(({ row }) => ({ ...row })),
      next_cursor: from + page.length < inState.length ? last : null,
      counts: STATES.map((state) => ({ state, count: matching.filter(({ row }) => row.state === state).length })),
      kinds: [...new Set(this.jobs.map(({ row }) => row.kind))].sort(),
      tenants: [...new Set(this.jobs.map(({ row }) => row.tenant))].sort(),
      as_of: iso(worldNow()),
    };
  }

  detail(id: string): JobDetail {
    const job = this.find(id);
    return {
      job: { ...job.row },
      payload: job.payload,
      result: job.result,
      labels: { region: "eu" },
      effect_key: `${id}.r1`,
      submissions: job.submissions,
      attempts: job.attempts.map((one) => ({ ...one })),
      entries: this.ledger.of(job),
      overrides: job.overrides,
      balance: job.row.meter === null ? null : this.ledger.balance(job.row.tenant),
      as_of: iso(worldNow()),
    };
  }

  private hours(jobs: FakeJob[]): number[] {
    const end = worldNow();
    const out = Array.from({ length: 24 }, () => 0);
    for (const { row } of jobs) {
      const slot = 23 - Math.floor((end - Date.parse(row.changed_at)) / HOUR);
      if (slot >= 0 && slot < 24) out[slot] = (out[slot] ?? 0) + 1;
    }
    return out;
  }

  private members(group: string): FakeJob[] {
    return this.jobs.filter(({ row }) => row.state === "dead_letter" && row.error?.class === group).sort((a, b) => b.row.changed_at.localeCompare(a.row.changed_at));
  }

  private group(name: string): DeadLetterGroup {
    const jobs = this.members(name);
    const first = jobs.at(-1)?.row;
    const last = jobs[0]?.row;
    if (first === undefined || last === undefined) throw problem(404, "not_found", "this group has no dead letters any more");
    return {
      group: name,
      class: name,
      message: last.error?.message ?? "",
      jobs: jobs.length,
      tenants: [...new Set(jobs.map(({ row }) => row.tenant))],
      kinds: [...new Set(jobs.map(({ row }) => row.kind))],
      first_at: first.changed_at,
      last_at: last.changed_at,
      held: [{ meter: "EUR", scale: 2, units: jobs.reduce((sum, { row }) => sum + BigInt(row.held ?? "0"), 0n).toString() }],
      hours: this.hours(jobs),
    };
  }

  groups(): DeadLetterGroup[] {
    const names = new Set(this.jobs.flatMap(({ row }) => (row.state === "dead_letter" ? (row.error?.class ?? []) : [])));
    return [...names].map((name) => this.group(name)).sort((a, b) => b.jobs - a.jobs || a.class.localeCompare(b.class, "en"));
  }

  groupDetail(name: string): DeadLetterGroupDetail {
    const group = this.group(name);
    const jobs = this.members(name);
    const grid = group.tenants.flatMap((tenant) => group.kinds.map((kind) => ({ tenant, kind, jobs: jobs.filter(({ row }) => row.tenant === tenant && row.kind === kind).length })));
    return {
      group,
      grid: grid.filter((one) => one.jobs > 0),
      variants: group.jobs > 20 ? [{ message: group.message, jobs: group.jobs - 13 }, { message: "no answer from payments.internal in 12 s", jobs: 13 }] : [{ message: group.message, jobs: group.jobs }],
      jobs: jobs.slice(0, 200).map(({ row }) => ({ ...row })),
      as_of: iso(worldNow()),
    };
  }

  now(): Now {
    const now = worldNow();
    const groups = this.groups();
    const waiting = this.jobs.findLast(({ row }) => row.state === "queued");
    const running = this.jobs.filter(({ row }) => row.state === "running");
    const workers = [...new Set(running.map(({ row }) => row.worker ?? ""))].sort();
    return {
      states: STATES.map((state) => {
        const some = this.jobs.filter(({ row }) => row.state === state);
        const times = some.map(({ row }) => row.changed_at).sort();
        return {
          state,
          count: some.length,
          last_hour: times.filter((at) => Date.parse(at) > now - HOUR).length,
          oldest: times[0] ?? null,
          next_run_at: some.map(({ row }) => row.run_at).sort()[0] ?? null,
          hours: this.hours(some),
        };
      }),
      groups: groups.slice(0, 7),
      group_count: groups.length,
      blocked: this.ledger.accounts().filter((one) => one.refused > 0),
      tenant_count: 4,
      oldest_waiting: waiting?.row ?? null,
      workers: workers.map((worker) => ({ worker, leases: running.filter(({ row }) => row.worker === worker).length })),
      lost_last_hour: 0,
      as_of: iso(now),
    };
  }

  plan(id: string): RequeuePlan {
    const job = this.find(id);
    const balance = job.row.meter === null ? null : this.ledger.balance(job.row.tenant);
    return {
      job: { ...job.row },
      generation: job.row.generation,
      payload_revision: 1,
      effect_key: `${id}.r1`,
      hold: balance === null ? "none" : "keep",
      before: balance,
      after: balance,
      refused: null,
      may_have_acted: job.attempts.at(-1)?.outcome === "lost",
      approvals_needed: 0,
      earlier: job.overrides,
      as_of: iso(worldNow()),
    };
  }

  requeue(request: RequeueRequest): OverrideOutcome {
    const before = this.answered.get(request.request_id);
    if (before !== undefined) return { ...before, replayed: true };
    const job = this.find(request.id);
    if (job.row.generation !== request.generation || job.row.state !== "dead_letter") throw problem(409, "stale", "The job moved since the plan was made.");
    const at = iso(worldNow());
    job.overrides.push({ id: request.request_id, kind: "requeue", operator: "op-3", reason: request.reason, state: "executed", single_operator: true, approvals_needed: 0, requested_at: at, decided_at: at });
    this.move(job, "queued", { generation: job.row.generation + 1, failures: 0 });
    setTimeout(() => this.start(job), 900);
    const outcome = { id: request.request_id, state: "executed", kind: "requeue", at, replayed: false };
    this.answered.set(request.request_id, outcome);
    return outcome;
  }

  submit(): void {
    const job = makeJob({ state: "queued", created: worldNow(), changed: worldNow(), kind: "mail.send" });
    this.jobs.unshift(job);
    this.changed();
  }

  private move(job: FakeJob, state: JobState, more: Partial<FakeJob["row"]>): void {
    Object.assign(job.row, { state, changed_at: iso(worldNow()), ...more });
    this.changed();
  }

  private start(job: FakeJob): void {
    const number = job.row.attempt + 1;
    job.attempts.push({ number, generation: job.row.generation, worker: "w-2", started_at: iso(worldNow()), ended_at: null, outcome: "running", error: null, retry_at: null, state_after: null });
    this.move(job, "running", { attempt: number, worker: "w-2" });
    setTimeout(() => this.finish(job), 1_300);
  }

  private finish(job: FakeJob): void {
    const at = iso(worldNow());
    Object.assign(job.attempts.at(-1) ?? {}, { ended_at: at, outcome: "succeeded", state_after: "succeeded" });
    if (job.row.meter !== null) this.ledger.write(job, "confirm", at);
    job.result = '{"receipt":"rc_5f0c"}';
    this.move(job, "succeeded", { worker: null, held: job.row.meter === null ? null : "0", finished_at: at, error: null });
  }
}
