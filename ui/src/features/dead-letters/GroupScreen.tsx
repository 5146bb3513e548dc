/** One group: its jobs, and the way to requeue one of them. */
import { Refusal } from "../../api/problem";
import { useGroup } from "../../api/queries";
import { Button } from "../../components/Button";
import { noAnswer, ReadFailed, Skeleton } from "../../components/ReadState";
import { Screen } from "../../components/Screen";
import { since } from "../../lib/time";
import { plural } from "../../lib/words";
import { useGate } from "../../state/gate";
import { useKeys } from "../../state/keys";
import { go, useZone } from "../../state/place";
import { openSheet } from "../../state/sheet";
import { GroupJobs } from "./GroupJobs";
import { GroupPanel } from "./GroupPanel";

const list = (group: string) => go({ screen: "dead-letters", q: { group } });

export function GroupScreen({ group, q }: { group: string; q: Record<string, string> }) {
  const read = useGroup(group);
  const zone = useZone();
  const gate = useGate();
  const gone = read.isError && Refusal.of(read.error).status === 404;
  const detail = gone ? undefined : read.data;
  const row = detail?.jobs.find((one) => one.id === q["row"]);
  const job = row?.id;
  const off = job === undefined ? "Select a job first" : gate.reason;
  const requeue = () => job !== undefined && openSheet({ name: "requeue", job });
  useKeys({ escape: () => list(group), r: () => (off === null ? requeue() : false) });
  return (
    <Screen
      crumbs={[{ text: "Dead letters", to: { screen: "dead-letters", q: { group } } }, { text: detail?.group.class ?? (gone ? "empty group" : "…") }]}
      onBack={() => list(group)}
      actions={
        <>
          <Button keys="Enter" off={job === undefined ? "Select a job first" : null} onPress={() => job !== undefined && go({ screen: "job", id: job, q: {} })}>
            Open job
          </Button>
          <Button kind="primary" keys="R" off={off} onPress={requeue}>
            Requeue…
          </Button>
        </>
      }
      lede={gone ? "No dead letters in this group." : detail === undefined ? noAnswer(read) : `${plural(detail.group.jobs, "dead letter")} with ${detail.group.class}, the last at ${since(detail.group.last_at, detail.as_of, zone)}.`}
      sub={gone || detail === undefined ? null : detail.group.message}
    >
      {detail === undefined ? (
        <div className="pane">
          {gone ? (
            <div className="say pad">
              <p>This group has no dead letters any more.</p>
              <div className="do">
                <Button onPress={() => go({ screen: "dead-letters", q: {} })}>All dead letters</Button>
              </div>
            </div>
          ) : read.isError ? <ReadFailed what="The group" error={read.error} onAgain={() => void read.refetch()} /> : <Skeleton heads={["State", "Kind", "Tenant", "Died", "Job"]} />}
        </div>
      ) : (
        <div className="split">
          <div className="pane">
            <div className="grow">
              <GroupJobs detail={detail} selected={q["row"]} main />
            </div>
            {detail.group.jobs > detail.jobs.length && <div className="strip">The newest {plural(detail.jobs.length, "job")} of {detail.group.jobs} are shown.</div>}
          </div>
          <GroupPanel detail={detail} />
        </div>
      )}
    </Screen>
  );
}
