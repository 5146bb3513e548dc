/** What a requeue does in the ledger, before and after. */
import type { Balance } from "../../api/generated/Balance";
import type { RequeuePlan } from "../../api/generated/RequeuePlan";
import { Icon } from "../../components/Icon";
import { formatUnits } from "../../lib/units";
import { verb } from "../../lib/words";

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

