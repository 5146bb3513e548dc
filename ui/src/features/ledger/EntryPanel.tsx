/** One entry beside the statement: what it changed and what it left as it was. */
import type { Balance } from "../../api/generated/Balance";
import { Button } from "../../components/Button";
import { Facts } from "../../components/Facts";
import { Icon } from "../../components/Icon";
import { shortId } from "../../lib/ids";
import { stamp } from "../../lib/time";
import { formatDelta, formatUnits, isZero, minus, sum } from "../../lib/units";
import { go, useZone } from "../../state/place";
import type { Line } from "./lines";

export function EntryPanel({ line, balance }: { line: Line | undefined; balance: Balance }) {
  const zone = useZone();
  if (line === undefined || !("entry" in line)) {
    return (
      <aside className="panel" aria-label="Selected entry">
        <p className="say pad mut">Select an entry to see it here.</p>
      </aside>
    );
  }
  const { entry } = line;
  const show = (units: string) => formatUnits(units, balance.scale);
  const moved = isZero(entry.used_delta) ? entry.reserved_delta : entry.used_delta;
  const rows = [
    { name: "Used", after: entry.used, change: entry.used_delta },
    { name: "Held", after: entry.reserved, change: entry.reserved_delta },
    ...(line.free === null ? [] : [{ name: "Free", after: line.free, change: minus("0", sum(entry.used_delta, entry.reserved_delta)) }]),
  ];
  const words = [entry.settles === null ? "" : `Ends the hold of entry ${entry.settles}.`, entry.overage ? "It is above its hold." : "", entry.reason === null ? "" : `“${entry.reason}”`].filter((word) => word !== "").join(" ");
  const job = entry.job;
  return (
    <aside className="panel" aria-label="Selected entry">
      <div className="grow scroll">
        <section className="sec stack">
          <div className="h">
            <h2>
              Entry {entry.sequence}, {entry.kind}
            </h2>
            <span className="push med tn">
              {formatDelta(moved, balance.scale)} {entry.meter}
            </span>
          </div>
          {words !== "" && <p>{words}</p>}
        </section>
        <section className="sec">
          <Facts
            facts={[
              { name: "Time", value: <span className="tn">{stamp(entry.at, zone)}</span> },
              { name: "By", value: entry.actor },
              job === null ? null : { name: "Job", mono: true, value: <span title={job}>{shortId(job)}</span> },
              entry.attempt === null ? null : { name: "Attempt", value: entry.attempt },
              entry.idempotency_key === null ? null : { name: "Key", mono: true, value: entry.idempotency_key },
              entry.override_id === null ? null : { name: "Override", mono: true, value: <span title={entry.override_id}>{shortId(entry.override_id)}</span> },
              entry.limit === null ? null : { name: "Judged by", value: `limit ${show(entry.limit)}` },
            ]}
          />
        </section>
        <section className="sec">
          <div className="h">
            <h2>Effect</h2>
          </div>
          <table className="tbl inner bare" aria-label="Effect of the entry">
            <tbody>
              {rows.map(({ name, after, change }) => {
                const same = isZero(change);
                return (
                  <tr key={name} className={same ? "same" : ""}>
                    <td>{name}</td>
                    <td className="num">{show(minus(after, change))}</td>
                    <td style={{ width: 40 }}>{same ? <span aria-label="unchanged">=</span> : <Icon name="arrow" className="i arrow" />}</td>
                    <td className={`num ${same ? "" : "strong"}`}>{show(after)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      </div>
      {job !== null && (
        <div className="foot">
          <Button keys="Enter" onPress={() => go({ screen: "job", id: job, q: {} })}>
            Open job
          </Button>
        </div>
      )}
    </aside>
  );
}
