/** The ledger of the sample world, booked from its jobs so that every sum is right. */
import type { Balance } from "../../api/generated/Balance";
import type { Entry } from "../../api/generated/Entry";
import type { Held } from "../../api/generated/Held";
import type { Ledger } from "../../api/generated/Ledger";
import type { LedgerQuery } from "../../api/generated/LedgerQuery";
import type { Refusals } from "../../api/generated/Refusals";
import { iso, START_OF_WORLD, worldNow } from "./clock";
import type { FakeJob } from "./jobs";

const HOUR = 3_600_000;

export class FakeLedger {
  readonly entries = new Map<string, Entry[]>();
  private readonly limits = new Map<string, bigint>();

  constructor(private readonly jobs: FakeJob[]) {
    const metered = jobs.filter((job) => job.row.meter !== null);
    for (const tenant of new Set(metered.map((job) => job.row.tenant))) this.book(tenant, metered.filter((job) => job.row.tenant === tenant));
  }

  private book(tenant: string, jobs: FakeJob[]): void {
    const events = jobs.flatMap((job) => {
      const list = [{ at: job.row.created_at, job, kind: "reserve" }];
      if (job.row.state === "succeeded") list.push({ at: job.row.changed_at, job, kind: "confirm" });
      if (job.row.state === "cancelled") list.push({ at: job.row.changed_at, job, kind: "cancel" });
      return list;
    });
    events.sort((a, b) => a.at.localeCompare(b.at));
    this.entries.set(tenant, []);
    for (const { at, job, kind } of events) this.write(job, kind, at);
    const last = this.entries.get(tenant)?.at(-1);
    const taken = BigInt(last?.used ?? "0") + BigInt(last?.reserved ?? "0");
    const limit = tenant === "Acme" ? taken + 800n : tenant === "Delta" ? taken : taken + 4_000_00n;
    this.limits.set(tenant, limit);
    for (const entry of this.entries.get(tenant) ?? []) if (entry.kind === "reserve") entry.limit = limit.toString();
  }

  write(job: FakeJob, kind: string, at: string): void {
    const list = this.entries.get(job.row.tenant) ?? [];
    const last = list.at(-1);
    const units = BigInt(job.row.units ?? "0");
    const used = kind === "confirm" ? units : 0n;
    const held = kind === "reserve" ? units : -units;
    const reserve = list.findLast((entry) => entry.job === job.row.id && entry.kind === "reserve");
    list.push({
      tenant: job.row.tenant,
      meter: "EUR",
      period_start: null,
      sequence: (last?.sequence ?? 0) + 1,
      kind,
      units: units.toString(),
      used_delta: used.toString(),
      reserved_delta: held.toString(),
      used: (BigInt(last?.used ?? "0") + used).toString(),
      reserved: (BigInt(last?.reserved ?? "0") + held).toString(),
      limit: kind === "reserve" ? (this.limits.get(job.row.tenant) ?? 0n).toString() : null,
      job: job.row.id,
      idempotency_key: job.row.idempotency_key,
      attempt: kind === "confirm" ? job.row.attempt : null,
      settles: kind === "reserve" ? null : (reserve?.sequence ?? null),
      overage: false,
      actor: kind === "reserve" ? "submit" : kind === "confirm" ? (job.attempts.at(-1)?.worker ?? "w-1") : "oo_3f",
      reason: kind === "cancel" ? "by the tenant" : null,
      override_id: null,
      at,
    });
  }

  of(job: FakeJob): Entry[] {
    return (this.entries.get(job.row.tenant) ?? []).filter((entry) => entry.job === job.row.id);
  }

  private held(tenant: string): Held[] {
    return (["dead_letter", "queued", "failed", "running"] as const).map((state) => {
      const some = this.jobs.filter((job) => job.row.tenant === tenant && job.row.state === state && job.row.held !== null && job.row.held !== "0");
      return { state, jobs: some.length, units: some.reduce((sum, job) => sum + BigInt(job.row.held ?? "0"), 0n).toString() };
    });
  }

  private refusals(tenant: string, balance: Omit<Balance, "refused">): Refusals | null {
    const count = tenant === "Acme" ? 27 : tenant === "Delta" ? 4 : 0;
    if (count === 0) return null;
    const first = START_OF_WORLD - 11 * HOUR;
    return { count, units: String(count * (tenant === "Acme" ? 4900 : 2000)), first_at: iso(first), last_at: iso(START_OF_WORLD - 18 * 60_000), first_limit: balance.limit, first_used: balance.used, first_reserved: balance.reserved };
  }

  balance(tenant: string): Balance {
    const last = this.entries.get(tenant)?.at(-1);
    const limit = this.limits.get(tenant) ?? 0n;
    const base = {
      tenant,
      meter: "EUR",
      period_start: null,
      limit: limit.toString(),
      used: last?.used ?? "0",
      reserved: last?.reserved ?? "0",
      available: (limit - BigInt(last?.used ?? "0") - BigInt(last?.reserved ?? "0")).toString(),
      limit_version: 12,
      scale: 2,
      held_by_dead_letters: this.held(tenant).find((one) => one.state === "dead_letter")?.units ?? "0",
    };
    return { ...base, refused: this.refusals(tenant, base)?.count ?? 0 };
  }

  accounts(): Balance[] {
    return [...this.entries.keys()].sort().map((tenant) => this.balance(tenant));
  }

  get({ tenant, before, limit = 100 }: LedgerQuery): Ledger {
    const all = this.entries.get(tenant) ?? [];
    const below = all.filter((entry) => before === undefined || entry.sequence < before);
    const page = below.slice(-limit).reverse();
    const balance = this.balance(tenant);
    return {
      balance,
      meters: ["EUR"],
      period: "none",
      reserve: "submit",
      periods: [],
      held: this.held(tenant),
      refusals: this.refusals(tenant, balance),
      entries: page,
      next_before: below.length > page.length ? (page.at(-1)?.sequence ?? null) : null,
      as_of: iso(worldNow()),
    };
  }
}
