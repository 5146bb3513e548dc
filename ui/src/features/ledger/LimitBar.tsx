/** The limit and its parts: a bar in which every part differs by pattern as well as by colour, and the same in figures. */
import type { Ledger } from "../../api/generated/Ledger";
import type { Place } from "../../lib/place";
import { Link } from "../../components/Link";
import { formatUnits, isZero, percent, share } from "../../lib/units";
import { plural, stateWord } from "../../lib/words";

interface Part { name: string; units: string; fill: string; jobs?: number; to?: Place; state?: string }

const FILL: Record<string, string> = { dead_letter: "url(#p-dead)", queued: "url(#p-queued)", failed: "url(#p-failed)", running: "var(--st-running)" };
const ORDER = ["dead_letter", "queued", "failed", "running"];

function partsOf({ balance, held }: Ledger): Part[] {
  const parts: Part[] = [{ name: "Used", units: balance.used, fill: "var(--used)" }];
  for (const state of ORDER) {
    const one = held.find((part) => part.state === state);
    if (one === undefined || isZero(one.units)) continue;
    parts.push({
      name: `Held, ${stateWord(one.state)}`,
      units: one.units,
      fill: FILL[state] ?? "var(--held)",
      jobs: one.jobs,
      to: { screen: "jobs", q: { state: one.state, tenant: balance.tenant } },
    });
  }
  return parts;
}

export function LimitBar({ ledger }: { ledger: Ledger }) {
  const { balance } = ledger;
  const parts = partsOf(ledger);
  const show = (units: string) => formatUnits(units, balance.scale);
  // Past the limit (it was lowered) the bar shows the shares of what is taken instead.
  const taken = parts.reduce((sum, part) => sum + BigInt(part.units), 0n);
  const whole = (taken > BigInt(balance.limit) ? taken : BigInt(balance.limit)).toString();
  const limit = BigInt(balance.limit);
  const said = [...parts.map((part) => `${part.name} ${percent(BigInt(part.units), limit)}`), `free ${percent(BigInt(balance.available), limit)}`].join(", ");
  let at = 0;
  return (
    <section className="sec stack2">
      <svg className="limit" role="img" aria-label={said}>
        {parts.map((part) => {
          const x = at;
          at += share(part.units, whole);
          return (
            <g key={part.name}>
              <rect x={`${x}%`} width={`${share(part.units, whole)}%`} height="20" fill={part.fill} />
              <rect x={`${at}%`} width="1" height="20" fill="var(--surface)" />
            </g>
          );
        })}
      </svg>
      <div className="parts">
        <div>
          <div className="k">Limit</div>
          <div className="v" data-testid="limit">
            {show(balance.limit)} <span className="mut">version {balance.limit_version}</span>
          </div>
        </div>
        {parts.map((part) => (
          <div key={part.name}>
            <div className="k">
              <svg className="swatch" width="12" height="12" aria-hidden="true">
                <rect width="12" height="12" rx="2" fill={part.fill} />
              </svg>
              {part.name}
            </div>
            <div className="v">
              {show(part.units)}{" "}
              <span className="mut">{part.to === undefined ? percent(BigInt(part.units), limit) : <Link to={part.to}>{plural(part.jobs ?? 0, "job")}</Link>}</span>
            </div>
          </div>
        ))}
        <div>
          <div className="k">Free</div>
          <div className="v" data-testid="free">
            {show(balance.available)} <span className="mut">{percent(BigInt(balance.available), limit)}</span>
          </div>
        </div>
      </div>
    </section>
  );
}
