/** The verdict on an account in one sentence, and what would be if the cause were gone. */
import type { Ledger } from "../../api/generated/Ledger";
import { since, type Zone } from "../../lib/time";
import { formatUnits, percent, sum } from "../../lib/units";
import { cause, type Cause } from "../../lib/verdict";
import { count } from "../../lib/units";
import { plural, verb } from "../../lib/words";

/** Units one refused submission asked for, on average and rounded up: what must be free for it to fit. */
function asked(ledger: Ledger): bigint | undefined {
  const { refusals } = ledger;
  if (refusals === null || refusals.count === 0) return undefined;
  const n = BigInt(refusals.count);
  return (BigInt(refusals.units) + n - 1n) / n;
}

export function verdictOf(ledger: Ledger): Cause {
  return cause(ledger.balance, asked(ledger));
}

export function verdictLede(ledger: Ledger, zone: Zone): string {
  const { balance, refusals, held } = ledger;
  const first = refusals === null ? "" : `, first refused at ${since(refusals.first_at, ledger.as_of, zone)}`;
  const jobs = (state: "dead_letter") => held.find((one) => one.state === state)?.jobs ?? 0;
  switch (verdictOf(ledger)) {
    case "dead_letters":
      return `${balance.tenant} is blocked by the holds of ${plural(jobs("dead_letter"), "dead letter")}${first}.`;
    case "waiting_jobs": {
      const waiting = held.reduce((all, one) => all + one.jobs, 0);
      return `${balance.tenant} is blocked by the holds of ${plural(waiting, "job")} that ${waiting === 1 ? "is" : "are"} not settled${first}.`;
    }
    case "used_up":
      return `${balance.tenant} is blocked: the limit is used up${first}.`;
    case "none":
      return `${balance.tenant} is not blocked: ${formatUnits(balance.available, balance.scale)} ${balance.meter} ${verb(balance.meter, "is", "are")} free.`;
  }
}

export function verdictSub(ledger: Ledger): string {
  const { balance, refusals } = ledger;
  const show = (units: string) => `${formatUnits(units, balance.scale)} ${balance.meter}`;
  const refusedText =
    refusals === null ? "No submission was refused in the last 24 hours."
    : `${plural(refusals.count, "submission was", "submissions were")} refused in the last 24 hours (${show(refusals.units)}).`;
  if (verdictOf(ledger) === "dead_letters") {
    const free = sum(balance.available, balance.held_by_dead_letters);
    const fits = refusals !== null && BigInt(free) >= BigInt(refusals.units);
    return `Without them ${show(free)} would be free${fits ? ` and all ${count(refusals.count)} refused submissions (${show(refusals.units)}) would fit` : ""}.${fits ? "" : ` ${refusedText}`}`;
  }
  const used = percent(BigInt(balance.used), BigInt(balance.limit));
  return `${used} of the limit is used, ${show(balance.reserved)} ${verb(balance.meter, "is", "are")} held. ${refusedText}`;
}
