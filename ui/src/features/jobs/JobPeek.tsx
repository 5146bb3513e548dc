/** The selected job beside the list: enough to decide whether to open it. */
import { useJob } from "../../api/queries";
import { Button } from "../../components/Button";
import { Facts } from "../../components/Facts";
import { ReadFailed, useSlow } from "../../components/ReadState";
import { Status } from "../../components/Status";
import { shortId, shortKey } from "../../lib/ids";
import { clockSeconds } from "../../lib/time";
import { count, formatUnits } from "../../lib/units";
import { useGate } from "../../state/gate";
import { go, useZone } from "../../state/place";
import { openSheet } from "../../state/sheet";
import { LastError } from "./LastError";
import { timeline } from "./timeline";
import { arrivals, jobSentence } from "./sentence";

export function JobPeek({ id }: { id: string | undefined }) {
  const read = useJob(id ?? "", id !== undefined);
  const zone = useZone();
  const gate = useGate();
  const slow = useSlow(read.isPending && id !== undefined);
  if (id === undefined) {
    return (
      <aside className="panel" aria-label="Selected job">
        <p className="say pad mut">Select a job to see it here.</p>
      </aside>
    );
  }
  const detail = read.data;
  if (detail === undefined) {
    return (
      <aside className="panel" aria-label="Selected job">
        {read.isError ? <ReadFailed what="The job" error={read.error} onAgain={() => void read.refetch()} /> : <p className="say pad mut">{slow ? "Reading…" : ""}</p>}
      </aside>
    );
  }
  const { job } = detail;
  const sentence = jobSentence(detail, zone);
  const latest = timeline(detail, zone).filter((line) => line.at !== null).slice(-5).reverse();
  return (
    <aside className="panel" aria-label="Selected job">
      <div className="grow scroll">
        <section className="sec stack">
          <div className="h">
            <h2 className="cut">
              {job.kind} of {job.tenant}
            </h2>
            <span className="push mono" title={job.id}>
              {shortId(job.id)}
            </span>
          </div>
          <p>
            {sentence.head}
            {sentence.rest} {sentence.money}
          </p>
        </section>
        <section className="sec">
          <Facts
            facts={[
              { name: "State", value: <Status state={job.state} blocked={job.blocked} /> },
              job.idempotency_key === null ? null : { name: "Key", mono: true, value: <span title={job.idempotency_key}>{shortKey(job.idempotency_key)}</span> },
              { name: "Arrived", wrap: true, value: arrivals(detail).replace(/^The request arrived /, "") },
              { name: "Attempts", value: `${count(job.attempt)}${job.generation > 1 ? ` in ${count(job.generation)} generations` : ""}` },
              job.meter === null ? null : { name: "Held", value: `${formatUnits(job.held ?? "0", job.scale ?? 0)} ${job.meter}` },
            ]}
          />
        </section>
        <LastError detail={detail} />
        <section className="sec stack">
          <div className="h">
            <h2>Latest</h2>
          </div>
          <Facts facts={latest.map((line, i) => ({ id: String(i), name: clockSeconds(line.at ?? "", zone), value: <span className={line.style === "dead" ? "bad" : ""}>{line.what}</span> }))} />
        </section>
      </div>
      <div className="foot">
        <Button keys="Enter" onPress={() => go({ screen: "job", id, q: {} })}>
          Open
        </Button>
        {job.state === "dead_letter" && (
          <Button keys="R" off={gate.reason} onPress={() => openSheet({ name: "requeue", job: id })}>
            Requeue…
          </Button>
        )}
      </div>
    </aside>
  );
}
