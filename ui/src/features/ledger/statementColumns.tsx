/** Columns of the statement. */
import type { Balance } from "../../api/generated/Balance";
import { Link } from "../../components/Link";
import type { Column } from "../../components/grid/column";
import { EntryKind } from "../../components/Status";
import { shortId } from "../../lib/ids";
import { clockSeconds, isoDate, offset, type Zone } from "../../lib/time";
import { count, formatDelta, formatUnits, isZero } from "../../lib/units";
import type { Line } from "./lines";

type EntryLine = Extract<Line, { entry: unknown }>;

function on(line: Line, show: (line: EntryLine) => React.ReactNode): React.ReactNode {
  return "entry" in line ? show(line) : null;
}

/** Room for the widest figure of a column, with half a gap on each side. */
function room(text: string, least: number): number {
  return Math.max(least, Math.ceil(text.length * 7.6) + 18);
}

function delta(id: string, head: string, label: string, scale: number, sample: string, pick: (line: EntryLine) => string): Column<Line> {
  return {
    id,
    head,
    label,
    width: room(sample, 72),
    number: true,
    cell: (line) => on(line, (one) => <span className={isZero(pick(one)) ? "zero" : ""}>{formatDelta(pick(one), scale)}</span>),
  };
}

function total(id: string, head: string, scale: number, sample: string, pick: (line: EntryLine) => string | null, strong = false): Column<Line> {
  return {
    id,
    head,
    width: room(sample, 72),
    number: true,
    cell: (line) =>
      on(line, (one) => {
        const units = pick(one);
        return units === null ? null : <span className={strong ? "med" : ""}>{formatUnits(units, scale)}</span>;
      }),
  };
}

export function statementColumns(balance: Balance, lines: Line[], asOf: string, zone: Zone, narrow: boolean): Column<Line>[] {
  const { scale } = balance;
  const most = (pick: (line: EntryLine) => string) => lines.reduce((longest, line) => {
    const text = "entry" in line ? pick(line) : "";
    return text.length > longest.length ? text : longest;
  }, "");
  const change = formatDelta(most(({ entry }) => entry.units), scale);
  const whole = formatUnits(balance.limit, scale);
  const all: (Column<Line> | null)[] = [
    { id: "entry", head: "Entry", width: 64, number: true, cell: (line) => on(line, ({ entry }) => <span className="mut">{count(entry.sequence)}</span>) },
    {
      id: "time",
      head: `Time, ${offset(asOf, zone)}`,
      width: 156,
      sorted: "descending",
      className: "tn",
      cell: (line) =>
        on(line, ({ entry }) => (
          <span title={entry.at}>
            <span className="date">{isoDate(entry.at, zone)}</span>
            {clockSeconds(entry.at, zone)}
          </span>
        )),
    },
    { id: "what", head: "What", width: 92, cell: (line) => on(line, ({ entry }) => <EntryKind kind={entry.kind} />) },
    delta("used-delta", "Used ±", "Change of used", scale, change, ({ entry }) => entry.used_delta),
    delta("held-delta", "Held ±", "Change of held", scale, change, ({ entry }) => entry.reserved_delta),
    total("used", "Used", scale, whole, ({ entry }) => entry.used),
    total("held", "Held", scale, whole, ({ entry }) => entry.reserved),
    total("free", "Free", scale, whole, ({ free }) => free, true),
    {
      id: "job",
      head: "Job",
      width: 116,
      cell: (line) =>
        on(line, ({ entry }) =>
          entry.job === null ? null : (
            <Link to={{ screen: "job", id: entry.job, q: {} }} className="mono plainlink" title={entry.job}>
              {shortId(entry.job)}
            </Link>
          ),
        ),
    },
    narrow ? null : { id: "key", head: "Key", width: 96, className: "cut", cell: (line) => on(line, ({ entry }) => <span title={entry.idempotency_key ?? undefined}>{entry.idempotency_key}</span>) },
    {
      id: "by",
      head: "By",
      className: "cut",
      cell: (line) =>
        on(line, ({ entry }) => (
          <span title={`${entry.actor} ${entry.reason ?? ""}`}>
            {entry.actor} <span className="mut">{[entry.reason ?? "", entry.overage ? "above its hold" : ""].filter((word) => word !== "").join(", ")}</span>
          </span>
        )),
    },
  ];
  return all.filter((column) => column !== null);
}
