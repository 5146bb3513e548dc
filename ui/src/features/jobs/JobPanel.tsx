/** Facts of one job: who, what, the last error, the payload as it came. */
import type { JobDetail } from "../../api/generated/JobDetail";
import { Copy } from "../../components/Copy";
import { Facts } from "../../components/Facts";
import { Link } from "../../components/Link";
import { shortId, shortKey } from "../../lib/ids";
import { byteLength, layOut } from "../../lib/payload";
import { monthName } from "../../lib/time";
import { count, formatUnits, isZero } from "../../lib/units";
import { plural } from "../../lib/words";
import { LastError } from "./LastError";

export function JobPanel({ detail }: { detail: JobDetail }) {
  const { job, labels, balance } = detail;
  const held = job.held ?? "0";
  const named = Object.entries(labels);
  return (
    <aside className="panel scrolls" aria-label="Facts of the job">
      <section className="sec">
        <Facts
          facts={[
            { name: "Tenant", value: <Link to={{ screen: "account", id: job.tenant, q: job.meter === null ? {} : { meter: job.meter } }}>{job.tenant}</Link> },
            job.idempotency_key === null ? null : { name: "Key", mono: true, value: <WithCopy text={job.idempotency_key} what="key" /> },
            { name: "Job", mono: true, value: <WithCopy text={job.id} what="job id" /> },
            { name: "Effect key", mono: true, value: <WithCopy text={detail.effect_key} what="effect key" /> },
            { name: "Queue", value: `${job.queue}, priority ${job.priority}` },
            { name: "Attempts", value: `${count(job.attempt)}, failures ${count(job.failures)} of ${count(job.max_attempts)}${job.generation > 1 ? `, generation ${count(job.generation)}` : ""}` },
            job.meter === null
              ? null
              : {
                  name: "Held",
                  value: (
                    <span className={isZero(held) ? "zero" : ""}>
                      {formatUnits(held, job.scale ?? 0)} {job.meter}
                      {balance?.period_start == null ? "" : `, ${monthName(balance.period_start)}`}
                    </span>
                  ),
                },
            named.length === 0 ? null : { name: "Labels", wrap: true, value: named.map(([name, value]) => `${name}: ${value}`).join(", ") },
          ]}
        />
      </section>
      <LastError detail={detail} />
      {job.state === "dead_letter" && job.error !== null && (
        <section className="sec">
          <Link to={{ screen: "jobs", q: { state: "dead_letter", error: job.error.class } }}>All dead letters with {job.error.class}</Link>
        </section>
      )}
      <Text name="Payload" note={`revision ${job.payload_revision}, ${plural(byteLength(detail.payload), "byte")}`} text={detail.payload} />
      {detail.result !== null && <Text name="Result" note={plural(byteLength(detail.result), "byte")} text={detail.result} />}
    </aside>
  );
}

function WithCopy({ text, what }: { text: string; what: string }) {
  return (
    <>
      <span title={text}>{what === "key" ? shortKey(text) : shortId(text)}</span>
      <Copy text={text} what={what} />
    </>
  );
}

/** Payload and result are text: laid out, never read as numbers and never as HTML; copied byte for byte. */
function Text({ name, note, text }: { name: string; note: string; text: string }) {
  return (
    <section className="sec stack">
      <div className="h">
        <h2>{name}</h2>
        <span className="mut">{note}</span>
        <span className="push">
          <Copy text={text} what={name.toLowerCase()} />
        </span>
      </div>
      <div className="code hl1 tallcode" tabIndex={0} role="region" aria-label={name} data-testid={name.toLowerCase()}>
        {layOut(text)}
      </div>
    </section>
  );
}
