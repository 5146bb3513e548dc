/** The timeline of a job: time, rail, source, what, took, units. */
import type { JobDetail } from "../../api/generated/JobDetail";
import { Icon } from "../../components/Icon";
import { Segments } from "../../components/Segments";
import { clockSeconds, clockTenths } from "../../lib/time";
import { plural } from "../../lib/words";
import { patch, useZone } from "../../state/place";
import { spanOfDays, timeline, type Line, type Part } from "./timeline";

const PARTS: { id: Part; name: string; icon: "a-created" | "s-running" | "e-reserve" | "o-act" }[] = [
  { id: "submissions", name: "Submissions", icon: "a-created" },
  { id: "attempts", name: "Attempts", icon: "s-running" },
  { id: "ledger", name: "Ledger", icon: "e-reserve" },
  { id: "overrides", name: "Overrides", icon: "o-act" },
];

export function JobTimeline({ detail, show }: { detail: JobDetail; show: string | undefined }) {
  const zone = useZone();
  const part = PARTS.find((one) => one.id === show)?.id;
  const counts: Record<Part, number> = {
    submissions: detail.submissions.length,
    attempts: detail.attempts.length,
    ledger: detail.entries.length,
    overrides: detail.overrides.length,
  };
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const lines = timeline(detail, zone, part);
  const segments = [
    { id: "all", label: `All ${all}` },
    ...PARTS.map(({ id, name, icon }) => ({
      id,
      label: `${name} ${counts[id]}`,
      content: (
        <>
          <Icon name={icon} />
          {name} {counts[id]}
        </>
      ),
    })),
  ];
  return (
    <>
      <div className="filters">
        <Segments label="Part of the timeline" items={segments} value={part ?? "all"} onChange={(id) => patch({ show: id === "all" ? undefined : id })} />
        <span className="push mut">{spanOfDays(lines, zone)}</span>
      </div>
      <div className="tl grow scrolls" role="table" aria-label="Timeline" data-testid="timeline">
        <div className="tl-h" role="row">
          <span role="columnheader">Time</span>
          <span role="columnheader">
            <span className="visually-hidden">Kind of event</span>
          </span>
          <span role="columnheader">What</span>
          <span role="columnheader">
            <span className="visually-hidden">Details</span>
          </span>
          <span role="columnheader" className="num">
            Took
          </span>
          <span role="columnheader" className="num">
            {detail.job.meter ?? ""}
          </span>
        </div>
        {lines.map((line, i) => (
          <TimelineLine key={i} line={line} first={i === 0} last={i === lines.length - 1} />
        ))}
        <div className="sec ruled">
          <div className="note" data-s="ok">
            <Icon name="s-succeeded" />
            <p>
              <b>Nothing is left out.</b>{" "}
              <span className="mut">
                {plural(counts.submissions, "submission")}, {plural(counts.attempts, "attempt")}, {plural(counts.ledger, "ledger entry", "ledger entries")} and{" "}
                {plural(counts.overrides, "override")} were read together at {clockSeconds(detail.as_of, zone)}.
              </span>
            </p>
          </div>
        </div>
      </div>
    </>
  );
}

function TimelineLine({ line, first, last }: { line: Line; first: boolean; last: boolean }) {
  const zone = useZone();
  const zero = /^0(\.0+)?$/.test(line.units);
  return (
    <div
      role="row"
      className={`tl-r ${first ? "first" : ""} ${last ? "last" : ""} ${line.part === "state" ? "state" : ""} ${line.part === "gap" ? "gap" : ""}`}
      data-s={line.style}
      data-part={line.part}
    >
      <span role="cell">{line.at === null ? "" : clockTenths(line.at, zone)}</span>
      <span role="cell" className="rail">
        {line.icon !== null && <Icon name={line.icon} />}
      </span>
      <span role="cell" className="src" title={line.what}>
        {line.what}
      </span>
      <span role="cell" className="what" title={`${line.text} ${line.aside}`.trim()}>
        {line.text} <span className="mut">{line.aside}</span>
      </span>
      <span role="cell" className="num mut">
        {line.took}
      </span>
      <span role="cell" className="num">
        <span className={zero ? "zero" : line.held ? "held" : ""}>{line.units}</span>
      </span>
    </div>
  );
}
