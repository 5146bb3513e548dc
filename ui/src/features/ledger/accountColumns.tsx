/** Columns of the account list. */
import type { Balance } from "../../api/generated/Balance";
import { Icon } from "../../components/Icon";
import { Link } from "../../components/Link";
import type { Column } from "../../components/grid/column";
import { isoDate } from "../../lib/time";
import { count, formatUnits, isZero } from "../../lib/units";
import { cause, causeWords } from "../../lib/verdict";

export function accountId(balance: Balance): string {
  return `${balance.tenant} ${balance.meter} ${balance.period_start ?? ""}`;
}

function figure(id: string, head: string, width: number, pick: (balance: Balance) => string, strong = false): Column<Balance> {
  return {
    id,
    head,
    width,
    number: true,
    cell: (balance) => {
      const units = pick(balance);
      return <span className={isZero(units) ? "zero" : strong ? "med" : ""}>{formatUnits(units, balance.scale)}</span>;
    },
  };
}

export function accountColumns(items: Balance[]): Column<Balance>[] {
  const periods = items.some((one) => one.period_start !== null);
  return [
    {
      id: "tenant",
      head: "Tenant",
      cell: (one) => {
        const q: Record<string, string> = { meter: one.meter };
        if (one.period_start !== null) q["period"] = one.period_start;
        return <Link to={{ screen: "account", id: one.tenant, q }}>{one.tenant}</Link>;
      },
    },
    { id: "meter", head: "Meter", width: 116, className: "cut", cell: (one) => one.meter },
    ...(periods ? [{ id: "period", head: "Period from", width: 104, className: "tn", cell: (one: Balance) => (one.period_start === null ? "" : isoDate(one.period_start, "utc")) }] : []),
    {
      id: "verdict",
      head: "Blocked",
      width: 176,
      cell: (one) =>
        cause(one) === "none" ? (
          <span className="mut">no</span>
        ) : (
          <span className="cell">
            <Icon name="s-blocked" />
            {causeWords(cause(one))}
          </span>
        ),
    },
    figure("limit", "Limit", 104, (one) => one.limit),
    figure("used", "Used", 104, (one) => one.used),
    figure("held", "Held", 96, (one) => one.reserved),
    figure("dead", "By dead letters", 112, (one) => one.held_by_dead_letters),
    figure("free", "Free", 104, (one) => one.available, true),
    { id: "refused", head: "Refused, 24 h", width: 112, number: true, cell: (one) => <span className={one.refused === 0 ? "zero" : ""}>{count(one.refused)}</span> },
  ];
}
