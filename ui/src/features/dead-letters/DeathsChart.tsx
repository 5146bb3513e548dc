/** Deaths of all groups by hour over the last 24 hours; the hour of the peak is said in words. */
import type { DeadLetterGroup } from "../../api/generated/DeadLetterGroup";
import { clock, hourStart } from "../../lib/time";
import { count } from "../../lib/units";
import { useZone } from "../../state/place";

const FLOOR = 82;
const ROOM = 66;

export function DeathsChart({ groups, asOf }: { groups: DeadLetterGroup[]; asOf: string }) {
  const zone = useZone();
  const hours = Array.from({ length: 24 }, (_, i) => groups.reduce((sum, group) => sum + (group.hours[i] ?? 0), 0));
  const peak = Math.max(0, ...hours);
  const peakAt = hours.indexOf(peak);
  const time = (i: number) => clock(hourStart(asOf, i), zone);
  const x = (i: number) => `${(i * 100) / 24}%`;
  const right = peakAt < 16;
  return (
    <>
      <div className="filters">
        <b className="strong">Deaths</b>
        <span className="mut">per hour, last 24 hours, of what is dead now</span>
        <span className="push mut">{peak === 0 ? "none in this time" : `peak ${count(peak)} from ${time(peakAt)}`}</span>
      </div>
      <div className="sec chartbox">
        <svg className="chart" width="100%" height="104" role="img" aria-label={peak === 0 ? "No deaths in the last 24 hours" : `Deaths per hour, peak ${count(peak)} from ${time(peakAt)}`}>
          {[82.5, 58.5, 33.5].map((y) => (
            <line key={y} className="gridl" x1="0" x2="100%" y1={y} y2={y} />
          ))}
          {hours.map((n, i) => {
            const tall = n === 0 ? 0 : Math.max(2, Math.round((n / peak) * ROOM));
            return n === 0 ? null : <rect key={i} className="bd" x={`${(i * 100) / 24 + 0.4}%`} y={FLOOR - tall} width={`${100 / 24 - 0.8}%`} height={tall} />;
          })}
          <line className="axis" x1="0" x2="100%" y1={FLOOR + 0.5} y2={FLOOR + 0.5} />
          {[0, 3, 6, 9, 12, 15, 18, 21].map((i) => (
            <g key={i}>
              <line className="axis" x1={x(i)} x2={x(i)} y1="82" y2="86" />
              <text x={x(i)} dx={i === 0 ? 0 : 4} y="98">
                {time(i)}
              </text>
            </g>
          ))}
          {peak > 0 && (
            <text className="lab halo" x={x(right ? peakAt + 1 : peakAt)} dx={right ? 4 : -4} textAnchor={right ? "start" : "end"} y="27">
              {count(peak)} from {time(peakAt)}
            </text>
          )}
        </svg>
      </div>
    </>
  );
}
