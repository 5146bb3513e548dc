/** What the jobs of a group share: where they come from and how the error is worded. */
import type { DeadLetterGroupDetail } from "../../api/generated/DeadLetterGroupDetail";
import { Facts } from "../../components/Facts";
import { since } from "../../lib/time";
import { count } from "../../lib/units";
import { list, plural } from "../../lib/words";
import { useZone } from "../../state/place";
import { TenantByKind } from "./TenantByKind";
import { heldWords } from "./sentence";

export function GroupPanel({ detail }: { detail: DeadLetterGroupDetail }) {
  const zone = useZone();
  const { group, grid, variants, jobs } = detail;
  const workers = [...new Set(jobs.flatMap((job) => job.worker ?? []))];
  return (
    <aside className="panel scrolls" aria-label={`Group ${group.class}`}>
      <section className="sec stack">
        <div className="h">
          <h2 className="cut">{group.class}</h2>
          <span className="push mut">{plural(group.jobs, "job")}</span>
        </div>
        <p>
          {plural(group.tenants.length, "tenant")} and {plural(group.kinds.length, "kind")}, first at {since(group.first_at, detail.as_of, zone)}, last at{" "}
          {since(group.last_at, detail.as_of, zone)}. {heldWords([group])}
        </p>
      </section>
      {grid.length > 0 && <TenantByKind grid={grid} />}
      <section className="sec">
        <div className="h">
          <h2>What the jobs share</h2>
        </div>
        <Facts
          facts={[
            { name: "Error", mono: true, value: group.class },
            { name: "Text", value: variants.length < 2 ? "the same in all" : `${count(variants.length)} variants, ${list(variants.slice(0, 3).map((one) => count(one.jobs)))}` },
            { name: "Kinds", wrap: true, value: list(group.kinds.slice(0, 6)) },
            workers.length === 0 ? null : { name: "Workers", wrap: true, value: list(workers.slice(0, 6)) },
          ]}
        />
      </section>
      <section className="sec stack">
        <div className="h">
          <h2>Wording</h2>
          <span className="push mut">jobs</span>
        </div>
        <table className="tbl inner bare" aria-label="Wordings of the error">
          <colgroup>
            <col />
            <col style={{ width: 52 }} />
          </colgroup>
          <tbody>
            {variants.slice(0, 8).map((one) => (
              <tr key={one.message}>
                <td className="cut" title={one.message}>
                  {one.message}
                </td>
                <td className="num">{count(one.jobs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {variants.length > 8 && <p className="mut">and {plural(variants.length - 8, "more wording")}</p>}
      </section>
    </aside>
  );
}
