/** What a requeue will run: which job, and what changes of it and what does not. */
import type { RequeuePlan } from "../../api/generated/RequeuePlan";
import { Facts } from "../../components/Facts";
import { Icon } from "../../components/Icon";
import { shortId, shortKey } from "../../lib/ids";
import { since } from "../../lib/time";
import { count } from "../../lib/units";
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
          job.idempotency_key === null ? null : { name: "Key", mono: true, value: <span title={job.idempotency_key}>{shortKey(job.idempotency_key)}</span> },
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
