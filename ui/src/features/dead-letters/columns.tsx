/** Columns of the groups and of a group's jobs. */
import type { DeadLetterGroup } from "../../api/generated/DeadLetterGroup";
import type { JobRow } from "../../api/generated/JobRow";
import { Bars } from "../../components/Bars";
import type { Column } from "../../components/grid/column";
import { HeldUnits, heldHead } from "../../components/HeldUnits";
import { Status } from "../../components/Status";
import { shortId } from "../../lib/ids";
import { moment, type Zone } from "../../lib/time";
import { count, formatUnits, percent } from "../../lib/units";
import { plural } from "../../lib/words";

export function groupColumns(groups: DeadLetterGroup[], total: number, asOf: string, zone: Zone): Column<DeadLetterGroup>[] {
  return [
    {
      id: "error",
      head: "Error",
      width: "31%",
      cell: (group) => (
        <>
          <span className="med cut block">{group.class}</span>
          <span className="sub" title={group.message}>
            {group.message}
          </span>
        </>
      ),
    },
    {
      id: "jobs",
      head: "Jobs",
      width: "9%",
      number: true,
      sorted: "descending",
      cell: (group) => (
        <>
          <span className={group === groups[0] ? "strong" : ""}>{count(group.jobs)}</span>
          <span className="sub">{percent(BigInt(group.jobs), BigInt(total))}</span>
        </>
      ),
    },
    {
      id: "where",
      head: "Where",
      width: "18%",
      cell: (group) => (
        <>
          <span className="cut block">{group.tenants.length === 1 ? group.tenants[0] : plural(group.tenants.length, "tenant")}</span>
          <span className="sub">{group.kinds.length === 1 ? group.kinds[0] : plural(group.kinds.length, "kind")}</span>
        </>
      ),
    },
    {
      id: "hours",
      head: "24 hours",
      width: "14%",
      cell: (group) => <Bars values={group.hours} tone={group === groups[0] ? "bd" : "b2"} label={`peak ${count(Math.max(0, ...group.hours))} an hour`} width={96} height={28} stretch />,
    },
    {
      id: "last",
      head: "Last, first",
      width: "12%",
      number: true,
      cell: (group) => (
        <>
          {moment(group.last_at, asOf, zone)}
          <span className="sub">{moment(group.first_at, asOf, zone)}</span>
        </>
      ),
    },
    { id: "held", head: heldHead(groups), width: "16%", number: true, cell: (group) => <HeldUnits held={group.held} all={groups} lines={2} /> },
  ];
}

export function groupJobColumns(rows: JobRow[], asOf: string, zone: Zone): Column<JobRow>[] {
  const meters = new Set(rows.flatMap((row) => row.meter ?? []));
  const [meter] = meters;
  const single = meters.size === 1 && meter !== undefined ? meter : null;
  return [
    { id: "state", head: "State", width: 116, cell: (row) => <Status state={row.state} /> },
    { id: "kind", head: "Kind", className: "cut", cell: (row) => row.kind },
    { id: "tenant", head: "Tenant", width: 88, className: "cut", cell: (row) => row.tenant },
    { id: "died", head: "Died", width: 72, number: true, sorted: "descending", cell: (row) => moment(row.changed_at, asOf, zone) },
    { id: "attempts", head: "Attempts", width: 76, number: true, cell: (row) => count(row.attempt) },
    { id: "held", head: single ?? "Held", width: single === null ? 116 : 84, number: true, cell: (row) => (row.held === null ? "" : `${formatUnits(row.held, row.scale ?? 0)}${single === null ? ` ${row.meter ?? ""}` : ""}`) },
    {
      id: "job",
      head: "Job",
      width: 116,
      cell: (row) => (
        <span className="mono" title={row.id}>
          {shortId(row.id)}
        </span>
      ),
    },
  ];
}
