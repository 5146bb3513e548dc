/** Six states, how many jobs are in each, and when they came into it. */
import type { Now } from "../../api/generated/Now";
import type { StateNow } from "../../api/generated/StateNow";
import { Bars } from "../../components/Bars";
import { Link } from "../../components/Link";
import { Status } from "../../components/Status";
import { ahead, clock, hourStart, millis, moment, rough, type Zone } from "../../lib/time";
import { count } from "../../lib/units";
import { stateWord } from "../../lib/words";
import { useZone } from "../../state/place";

function note(one: StateNow, asOf: string, zone: Zone): string {
  const age = one.oldest === null ? "" : rough(millis(asOf) - millis(one.oldest));
  switch (one.state) {
    case "queued":
      return one.count === 0 ? "none waits" : `oldest ${age}`;
    case "running":
      return one.count === 0 ? "none runs" : `longest ${age}`;
    case "failed":
      return one.next_run_at === null ? "no retry waits" : `next retry ${ahead(one.next_run_at, asOf)}`;
    case "dead_letter":
      return one.oldest === null ? "none" : `all since ${moment(one.oldest, asOf, zone)}`;
    case "succeeded":
    case "cancelled":
      return one.last_hour === one.count && one.count > 0 ? "in the last hour" : `${count(one.last_hour)} last hour`;
  }
}

function tone(state: StateNow["state"]) {
  return state === "dead_letter" ? "bd" : state === "failed" ? "bf" : "b2";
}

export function StatesByHour({ now }: { now: Now }) {
  const zone = useZone();
  const dead = now.states.find((one) => one.state === "dead_letter")?.hours ?? [];
  const peak = Math.max(0, ...dead);
  return (
    <section className="sec flush">
      <div className="h">
        <h2>Jobs by state</h2>
        <span className="mut">last 24 hours, one bar an hour</span>
        {peak > 0 && <span className="push mut">peak of dead letters {count(peak)} from {clock(hourStart(now.as_of, dead.indexOf(peak)), zone)}</span>}
      </div>
      <table className="tbl" aria-label="Jobs by state">
        <colgroup>
          <col style={{ width: 116 }} />
          <col style={{ width: 60 }} />
          <col />
          <col style={{ width: 264 }} />
        </colgroup>
        <tbody>
          {now.states.map((one, i) => (
            <tr key={one.state} className={`tall ${i === now.states.length - 1 ? "nob" : ""}`} data-testid={`state-${one.state}`}>
              <td>
                <Status state={one.state} />
              </td>
              <td className={`num med ${one.state === "dead_letter" && one.count > 0 ? "bad" : ""}`}>
                <Link to={{ screen: "jobs", q: { state: one.state } }} className="plainlink" title={`Open ${stateWord(one.state)} jobs`}>
                  {count(one.count)}
                </Link>
              </td>
              <td className="mut">{note(one, now.as_of, zone)}</td>
              <td>
                <Bars values={one.hours} tone={tone(one.state)} label={`${stateWord(one.state)} by hour, peak ${count(Math.max(0, ...one.hours))}`} />
              </td>
            </tr>
          ))}
          <tr>
            <td colSpan={3} />
            <td>
              <svg className="chart" width="240" height="16" aria-hidden="true">
                {[0, 4, 8, 12, 16, 20].map((i) => (
                  <text key={i} x={i * 10} y="12">
                    {clock(hourStart(now.as_of, i), zone)}
                  </text>
                ))}
              </svg>
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
