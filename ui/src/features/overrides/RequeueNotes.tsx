/** What to know before pressing: approvals, earlier tries, a lost attempt. */
import type { RequeuePlan } from "../../api/generated/RequeuePlan";
import { Icon } from "../../components/Icon";
import { since } from "../../lib/time";
import { count } from "../../lib/units";
import { plural } from "../../lib/words";
import { useZone } from "../../state/place";

export function RequeueNotes({ plan }: { plan: RequeuePlan }) {
  const zone = useZone();
  const earlier = plan.earlier.filter((one) => one.state === "executed");
  const last = earlier[earlier.length - 1];
  return (
    <section className="sec stack2">
      {plan.may_have_acted && (
        <div className="note" data-s="warn">
          <Icon name="s-lost" />
          <p>The last attempt was lost: it may have acted already. It runs again with the same effect key.</p>
        </div>
      )}
      {plan.approvals_needed > 0 && (
        <div className="note" data-s="wait">
          <Icon name="o-wait" />
          <p>Needs {plural(plan.approvals_needed, "approval")} by other people before it runs.</p>
        </div>
      )}
      {last !== undefined ? (
        <div className="note" data-s="warn">
          <Icon name="s-failed" />
          <p>
            Requeued before{earlier.length > 1 ? ` ${count(earlier.length)} times` : ""}: {since(last.decided_at ?? last.requested_at, plan.as_of, zone)} by {last.operator}, “{last.reason}”; it died again.
          </p>
        </div>
      ) : (
        <div className="note">
          <Icon name="o-act" />
          <p className="mut">It was not requeued before.</p>
        </div>
      )}
      <div className="note">
        <Icon name="s-cancelled" />
        <p className="mut">The reason is recorded under your name and cannot be changed. What has run stays.</p>
      </div>
    </section>
  );
}
