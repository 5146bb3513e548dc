/** The last error of a job: class, message, and the first lines of its evidence. */
import { useState } from "react";
import type { JobDetail } from "../../api/generated/JobDetail";
import { clockSeconds } from "../../lib/time";
import { plural } from "../../lib/words";
import { useZone } from "../../state/place";

const LINES = 4;

export function LastError({ detail }: { detail: JobDetail }) {
  const [whole, setWhole] = useState(false);
  const zone = useZone();
  const error = detail.job.error;
  if (error === null) return null;
  const attempt = detail.attempts.findLast((one) => one.error !== null);
  const trace = error.backtrace?.split("\n") ?? [];
  const shown = whole ? trace : trace.slice(0, LINES);
  const more = trace.length - shown.length;
  return (
    <section className="sec stack">
      <div className="h">
        <h2>Last error</h2>
        {attempt !== undefined && (
          <span className="push mut">
            attempt {attempt.number}, {attempt.ended_at === null ? attempt.worker : clockSeconds(attempt.ended_at, zone)}
          </span>
        )}
      </div>
      <div className="code wraps" tabIndex={0} role="region" aria-label="Last error">
        <span className="hl">{error.class}</span>
        {`\n${error.message}`}
        {shown.length > 0 ? `\n${shown.join("\n")}` : ""}
      </div>
      {more > 0 && (
        <button type="button" className="linkish" onClick={() => setWhole(true)}>
          {plural(more, "more line")}
        </button>
      )}
    </section>
  );
}
