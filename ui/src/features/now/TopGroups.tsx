/** The largest dead-letter groups; each opens its group. */
import type { Now } from "../../api/generated/Now";
import { Link } from "../../components/Link";
import { HeldUnits, heldHead } from "../../components/HeldUnits";
import { moment } from "../../lib/time";
import { count } from "../../lib/units";
import { useZone } from "../../state/place";

export function TopGroups({ now }: { now: Now }) {
  const zone = useZone();
  return (
    <section className="sec flush">
      <div className="h">
        <h2>Dead-letter groups</h2>
        <span className="mut">largest first{now.group_count > now.groups.length ? `, ${count(now.groups.length)} of ${count(now.group_count)}` : ""}</span>
        <span className="push">
          <Link to={{ screen: "dead-letters", q: {} }}>Open all</Link>
        </span>
      </div>
      {now.groups.length === 0 ? (
        <p className="say pad">No dead letters.</p>
      ) : (
        <table className="tbl" aria-label="Dead-letter groups">
          <colgroup>
            <col />
            <col style={{ width: 56 }} />
            <col style={{ width: 72 }} />
            <col style={{ width: 116 }} />
            <col style={{ width: 68 }} />
          </colgroup>
          <thead>
            <tr>
              <th>Error</th>
              <th className="num">Jobs</th>
              <th className="num">Tenants</th>
              <th className="num">{heldHead(now.groups)}</th>
              <th className="num">Last</th>
            </tr>
          </thead>
          <tbody>
            {now.groups.map((group, i) => (
              <tr key={group.group}>
                <td title={group.message}>
                  <Link to={{ screen: "dead-letters", q: { group: group.group } }} className="plainlink">
                    <span className="med">{group.class}</span>
                  </Link>{" "}
                  <span className="mut">{group.message}</span>
                </td>
                <td className={`num ${i === 0 ? "strong" : ""}`}>{count(group.jobs)}</td>
                <td className="num">{count(group.tenants.length)}</td>
                <td className="num">
                  <HeldUnits held={group.held} all={now.groups} lines={1} />
                </td>
                <td className="num mut">{moment(group.last_at, now.as_of, zone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
