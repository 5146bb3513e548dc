/** How many of which tenant and kind: the number first, the tint only repeats it. */
import type { CSSProperties } from "react";
import type { TenantKind } from "../../api/generated/TenantKind";
import { count } from "../../lib/units";
import { plural } from "../../lib/words";

const MOST = 4;
const MOST_TENANTS = 8;

/** Largest first. */
function ranked(grid: TenantKind[], by: (one: TenantKind) => string): string[] {
  const sums = new Map<string, number>();
  for (const one of grid) sums.set(by(one), (sums.get(by(one)) ?? 0) + one.jobs);
  return [...sums].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0], "en")).map(([name]) => name);
}

/** `webhook.deliver` breaks after its dot, as the heads are narrow. */
function Head({ kind }: { kind: string }) {
  const dot = kind.lastIndexOf(".");
  if (dot <= 0) return <>{kind}</>;
  return (
    <>
      {kind.slice(0, dot + 1)}
      <br />
      {kind.slice(dot + 1)}
    </>
  );
}

export function TenantByKind({ grid }: { grid: TenantKind[] }) {
  const kinds = ranked(grid, (one) => one.kind).slice(0, MOST);
  const tenants = ranked(grid, (one) => one.tenant);
  const shown = tenants.slice(0, MOST_TENANTS);
  const sum = (tenant?: string, kind?: string) =>
    grid.reduce((all, one) => all + ((tenant === undefined || one.tenant === tenant) && (kind === undefined || one.kind === kind) ? one.jobs : 0), 0);
  const most = Math.max(1, ...grid.map((one) => one.jobs));
  const hidden = new Set(grid.map((one) => one.kind)).size - kinds.length;
  return (
    <section className="sec">
      <div className="h">
        <h2>Tenant by kind</h2>
        <span className="push mut">jobs</span>
      </div>
      <table className="tbl inner bare grid" aria-label="Jobs by tenant and kind">
        <thead className="two">
          <tr>
            <th>
              <span className="visually-hidden">Tenant</span>
            </th>
            {kinds.map((kind) => (
              <th className="num" key={kind} title={kind}>
                <Head kind={kind} />
              </th>
            ))}
            <th className="num">all</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((tenant) => (
            <tr key={tenant}>
              <td title={tenant}>{tenant}</td>
              {kinds.map((kind) => {
                const n = sum(tenant, kind);
                return (
                  <td key={kind} className={`num ${n === 0 ? "zero" : "heat"}`} style={{ "--v": (n / most).toFixed(2) } as CSSProperties}>
                    {count(n)}
                  </td>
                );
              })}
              <td className="num med">{count(sum(tenant))}</td>
            </tr>
          ))}
          <tr className="total">
            <td>all</td>
            {kinds.map((kind) => (
              <td className="num" key={kind}>
                {count(sum(undefined, kind))}
              </td>
            ))}
            <td className="num">{count(sum())}</td>
          </tr>
        </tbody>
      </table>
      {(hidden > 0 || tenants.length > shown.length) && (
        <p className="mut">
          Left out here, counted in “all”: {hidden > 0 ? plural(hidden, "kind") : ""}
          {hidden > 0 && tenants.length > shown.length ? " and " : ""}
          {tenants.length > shown.length ? plural(tenants.length - shown.length, "tenant") : ""}.
        </p>
      )}
    </section>
  );
}
