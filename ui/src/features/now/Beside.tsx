/** The right half of Now: who is refused, who works, what waits longest. */
import type { Now } from "../../api/generated/Now";
import { Icon } from "../../components/Icon";
import { Link } from "../../components/Link";
import { millis, span } from "../../lib/time";
import { count, formatUnits, isZero } from "../../lib/units";
import { list, plural } from "../../lib/words";
import { cause, causeWords } from "../../lib/verdict";

export function BlockedTenants({ now }: { now: Now }) {
  const meters = new Set(now.blocked.map((one) => one.meter));
  const [meter] = meters;
  const single = meters.size === 1 ? meter : undefined;
  return (
    <section className="sec flush">
      <div className="h">
        <h2>Refused by a limit</h2>
        <span className="mut">
          in the last 24 hours, {count(new Set(now.blocked.map((one) => one.tenant)).size)} of {plural(now.tenant_count, "tenant")}
        </span>
        <span className="push">
          <Link to={{ screen: "ledger", q: {} }}>Open ledger</Link>
        </span>
      </div>
      {now.blocked.length === 0 ? (
        <p className="say pad">No submission was refused.</p>
      ) : (
        <table className="tbl" aria-label="Refused by a limit">
          <colgroup>
            <col style={{ width: "28%" }} />
            <col />
            <col style={{ width: "25%" }} />
            <col style={{ width: 76 }} />
          </colgroup>
          <thead>
            <tr>
              <th>Tenant</th>
              <th>Now</th>
              <th className="num">{single === undefined ? "Free" : `Free, ${single}`}</th>
              <th className="num">Refused</th>
            </tr>
          </thead>
          <tbody>
            {now.blocked.map((one) => (
              <tr key={`${one.tenant} ${one.meter} ${one.period_start ?? ""}`}>
                <td>
                  <span className="cell">
                    <Icon name="s-blocked" />
                    <Link to={{ screen: "account", id: one.tenant, q: { meter: one.meter } }} className="cut">
                      {one.tenant}
                    </Link>
                  </span>
                </td>
                <td>{causeWords(cause(one))}</td>
                <td className={`num ${isZero(one.available) ? "zero" : ""}`}>
                  {formatUnits(one.available, one.scale)}
                  {single === undefined ? ` ${one.meter}` : ""}
                </td>
                <td className="num">{count(one.refused)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

export function Workers({ now }: { now: Now }) {
  const leases = now.workers.reduce((sum, one) => sum + one.leases, 0);
  const names = now.workers.slice(0, 4).map((one) => `${one.worker} ${count(one.leases)}`);
  const rest = now.workers.length - names.length;
  return (
    <section className="sec stack">
      <div className="h">
        <h2>Workers</h2>
        <span className="mut">that hold a lease right now</span>
      </div>
      <p className="wrap">
        {now.workers.length === 0
          ? "No worker holds a lease. "
          : `${plural(now.workers.length, "worker holds", "workers hold")} ${plural(leases, "lease")}: ${list(rest > 0 ? [...names, `${count(rest)} more`] : names)}. `}
        {now.lost_last_hour === 0 ? "No lease was lost in the last hour." : `${plural(now.lost_last_hour, "lease was", "leases were")} lost in the last hour.`}
      </p>
    </section>
  );
}

export function OldestWaiting({ now }: { now: Now }) {
  const job = now.oldest_waiting;
  return (
    <section className="sec">
      <div className="h">
        <h2>Oldest waiting job</h2>
      </div>
      {job === null ? (
        <p>No job waits.</p>
      ) : (
        <div className="note">
          <Icon name={job.blocked ? "s-blocked" : "s-queued"} className="i mut" />
          <p>
            <Link to={{ screen: "job", id: job.id, q: {} }}>
              {job.kind} of {job.tenant}
            </Link>{" "}
            has been queued for {span(millis(now.as_of) - millis(job.changed_at))} in <span className="mono">{job.queue}</span>
            {job.blocked ? ": its units do not fit under the limit" : millis(job.run_at) > millis(now.as_of) ? `: due in ${span(millis(job.run_at) - millis(now.as_of))}` : ""}.
          </p>
        </div>
      )}
    </section>
  );
}
