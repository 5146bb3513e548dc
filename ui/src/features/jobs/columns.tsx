/** Columns of the job list. */
import type { JobRow } from "../../api/generated/JobRow";
import type { Column } from "../../components/grid/column";
import { Status } from "../../components/Status";
import { shortId } from "../../lib/ids";
import { ago, clockSeconds, moment, sameDay, type Zone } from "../../lib/time";
import { count, formatUnits } from "../../lib/units";

interface View { rows: JobRow[]; asOf: string; zone: Zone; narrow: boolean; hasLeft: (id: string) => boolean }

/** The one meter of the rows, which then stands in the head. */
function meterOf(rows: JobRow[]): string | null {
  const meters = new Set(rows.flatMap((row) => row.meter ?? []));
  const [only] = meters;
  return meters.size === 1 && only !== undefined ? only : null;
}

export function jobColumns({ rows, asOf, zone, narrow, hasLeft }: View): Column<JobRow>[] {
  const meter = meterOf(rows);
  const all: (Column<JobRow> | null)[] = [
    { id: "state", head: "State", width: 120, cell: (row) => (hasLeft(row.id) ? <span className="mut">moved on</span> : <Status state={row.state} blocked={row.blocked && row.state !== "dead_letter"} />) },
    { id: "kind", head: "Kind", width: 168, className: "cut", cell: (row) => <span title={row.kind}>{row.kind}</span> },
    { id: "tenant", head: "Tenant", width: 88, className: "cut", cell: (row) => <span title={row.tenant}>{row.tenant}</span> },
    {
      id: "created",
      head: "Created",
      width: 140,
      sorted: "descending",
      className: "tn",
      cell: (row) => (
        <>
          {moment(row.created_at, asOf, zone)}
          <span className="mut"> · {ago(row.created_at, asOf)}</span>
        </>
      ),
    },
    narrow
      ? null
      : { id: "changed", head: "Changed", width: 84, number: true, cell: (row) => (sameDay(row.changed_at, asOf, zone) ? clockSeconds(row.changed_at, zone) : moment(row.changed_at, asOf, zone)) },
    { id: "attempt", head: "Attempts", width: 76, number: true, cell: (row) => <span className={row.attempt === 0 ? "zero" : ""}>{count(row.attempt)}</span> },
    { id: "error", head: "Last error", className: "cut", cell: (row) => <ErrorText row={row} /> },
    narrow
      ? null
      : {
          id: "units",
          head: meter ?? "Units",
          width: meter === null ? 116 : 84,
          number: true,
          cell: (row) =>
            row.units === null ? null : (
              <>
                {formatUnits(row.units, row.scale ?? 0)}
                {meter === null && <span className="mut"> {row.meter}</span>}
              </>
            ),
        },
    {
      id: "job",
      head: "Job",
      width: 120,
      cell: (row) => (
        <span className="mono" title={row.id}>
          {shortId(row.id)}
        </span>
      ),
    },
  ];
  return all.filter((column) => column !== null);
}

export function ErrorText({ row }: { row: JobRow }) {
  if (row.error === null) return null;
  const text = `${row.error.class}: ${row.error.message}`;
  return (
    <span className={row.state === "dead_letter" ? "" : "mut"} title={text}>
      {text}
    </span>
  );
}
