/** One job: a sentence, its whole history, and the facts beside it. */
import { useJob } from "../../api/queries";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { noAnswer, ReadFailed, Skeleton } from "../../components/ReadState";
import { Screen } from "../../components/Screen";
import { stateShape, stateStyle } from "../../components/Status";
import { shortId } from "../../lib/ids";
import { stateWord } from "../../lib/words";
import { useGate } from "../../state/gate";
import { useKeys } from "../../state/keys";
import { go, useZone } from "../../state/place";
import { openSheet } from "../../state/sheet";
import { JobPanel } from "./JobPanel";
import { JobTimeline } from "./Timeline";
import { arrivals, jobSentence } from "./sentence";

function back() {
  if (window.history.length > 1) window.history.back();
  else go({ screen: "jobs", q: {} });
}

export function JobScreen({ id, q }: { id: string; q: Record<string, string> }) {
  const read = useJob(id);
  const zone = useZone();
  const gate = useGate();
  const detail = read.data;
  const dead = detail?.job.state === "dead_letter";
  const off = detail === undefined ? "The job is not read yet" : dead ? gate.reason : `Only dead letters are requeued; this job is ${stateWord(detail.job.state)}`;
  const requeue = () => openSheet({ name: "requeue", job: id });
  useKeys({ escape: back, r: () => (off === null ? requeue() : false) });
  const sentence = detail === undefined ? null : jobSentence(detail, zone);
  return (
    <Screen
      crumbs={[{ text: "Jobs", to: { screen: "jobs", q: {} } }, { text: detail === undefined ? shortId(id) : `${detail.job.kind} of ${detail.job.tenant}` }]}
      onBack={back}
      actions={
        <Button kind="primary" keys="R" off={off} onPress={requeue}>
          Requeue…
        </Button>
      }
      lede={
        detail === undefined || sentence === null ? noAnswer(read) : (
          <>
            <span className={`st ${dead ? "bad" : ""}`} data-s={stateStyle(detail.job.state)} data-testid="job-state">
              <Icon name={stateShape(detail.job.state)} />
              {sentence.head}
            </span>
            {sentence.rest} {sentence.money}
          </>
        )
      }
      sub={detail === undefined ? null : arrivals(detail)}
    >
      {detail === undefined ? (
        <div className="pane">
          {read.isError ? <ReadFailed what={`Job ${shortId(id)}`} error={read.error} onAgain={() => void read.refetch()} /> : <Skeleton heads={["Time", "What", "Took", "Units"]} />}
        </div>
      ) : (
        <div className="split">
          <div className="pane">
            <JobTimeline detail={detail} show={q["show"]} />
          </div>
          <JobPanel detail={detail} />
        </div>
      )}
    </Screen>
  );
}
