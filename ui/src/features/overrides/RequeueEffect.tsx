/** What a requeue will do: what runs, and what the ledger does, before and after. */
import type { Balance } from "../../api/generated/Balance";
import type { RequeuePlan } from "../../api/generated/RequeuePlan";
import { Facts } from "../../components/Facts";
import { Icon } from "../../components/Icon";
import { shortId } from "../../lib/ids";
import { since } from "../../lib/time";
import { count, formatUnits } from "../../lib/units";
import { verb } from "../../lib/words";
import { useZone } from "../../state/place";

export function WillRun({ plan }: { plan: RequeuePlan }) {
  const zone = useZone();
  const { job } = plan;
  const error = job.error === null ? "" : `${job.error.class}: ${job.error.message}`;
  return (
    <section className="sec">
      <div className="h">
        <h2>Will run, 1</h2>
        <span className="mut">
          {job.kind} of {job.tenant}
        </span>
        <span className="push mono" title={job.id}>
          {shortId(job.id)}
        </span>
      </div>
      <Facts
        facts={[
          { name: "Dead since", value: since(job.changed_at, plan.as_of, zone) },
          { name: "Last error", value: <span title={error}>{error}</span> },
          job.idempotency_key === null ? null : { name: "Key", mono: true, value: job.idempotency_key },
          { name: "Effect key", value: <><span className="mono" title={plan.effect_key}>{shortId(plan.effect_key)}</span> <span className="mut">stays the same</span></> },
          { name: "Generation", value: <Change from={count(plan.generation)} to={count(plan.generation + 1)} /> },
          { name: "Failures", value: <Change from={`${count(job.failures)} of ${count(job.max_attempts)}`} to={`0 of ${count(job.max_attempts)}`} /> },
          { name: "Attempts", value: <>{count(job.attempt)} <span className="mut">so far; the next is attempt {count(job.attempt + 1)}, history is kept</span></> },
        ]}
      />
    </section>
  );
}

function Change({ from, to }: { from: string; to: string }) {
  return (
    <span className="cell-inline">
      <span className="mut">{from}</span> <Icon name="arrow" className="i in arrow" /> <span className="strong">{to}</span>
    </span>
  );
}

const HOLD: Record<string, string> = {
  keep: "the open hold is kept, nothing is reserved anew",
  reserve: "its hold was released, units are reserved anew",
  none: "this job has no meter, no units are held or charged",
};

export function LedgerEffect({ plan }: { plan: RequeuePlan }) {
  const { job, before, after } = plan;
  return (
    <section className="sec">
      <div className="h">
        <h2>Ledger</h2>
        <span className="mut">{HOLD[plan.hold] ?? plan.hold}</span>
        {job.meter !== null && <span className="push mut">{job.meter}</span>}
      </div>
      {plan.refused !== null && (
        <div className="note" data-s="warn">
          <Icon name="s-blocked" />
          <p>
            {plan.refused === "limit_exceeded" ? "It would be refused: its units do not fit under the limit any more." : `It would be refused: ${plan.refused}.`}
          </p>
        </div>
      )}
      {before !== null && <Balances before={before} after={after ?? before} asked={job.held ?? job.units} />}
    </section>
  );
}

function Balances({ before, after, asked }: { before: Balance; after: Balance; asked: string | null }) {
  const rows: [string, (balance: Balance) => string][] = [
    ["Limit", (balance) => balance.limit],
    ["Used", (balance) => balance.used],
    ["Held", (balance) => balance.reserved],
    ["Free", (balance) => balance.available],
  ];
  return (
    <>
      <table className="tbl inner bare" aria-label="Balance before and after">
        <colgroup>
          <col style={{ width: 104 }} />
          <col />
          <col style={{ width: 56 }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th>{before.tenant}</th>
            <th className="num">Now</th>
            <td aria-hidden="true" />
            <th className="num">After</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, pick]) => {
            const same = pick(before) === pick(after);
            return (
              <tr key={name} className={same ? "same" : ""}>
                <td>{name}</td>
                <td className="num">{formatUnits(pick(before), before.scale)}</td>
                <td className="mid">{same ? <span aria-label="unchanged">=</span> : <Icon name="arrow" className="i in arrow" />}</td>
                <td className={`num ${same ? "" : "strong"}`}>{formatUnits(pick(after), after.scale)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {asked !== null && <p className="mut gap-top">When it succeeds, up to {formatUnits(asked, before.scale)} {before.meter} {verb(before.meter, "moves", "move")} from held to used, once.</p>}
    </>
  );
}

