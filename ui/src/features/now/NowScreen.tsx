/** Now: one sentence that says whether someone is needed, and the evidence on one page. */
import { useQueryClient } from "@tanstack/react-query";
import { useNow } from "../../api/queries";
import { Button } from "../../components/Button";
import { noAnswer, ReadFailed, Skeleton } from "../../components/ReadState";
import { Screen } from "../../components/Screen";
import { go } from "../../state/place";
import { BlockedTenants, OldestWaiting, Workers } from "./Beside";
import { TopGroups } from "./TopGroups";
import { NowLede, nowSub } from "./NowLede";
import { StatesByHour } from "./StatesByHour";
import { useZone } from "../../state/place";

export function NowScreen() {
  const now = useNow();
  const zone = useZone();
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ type: "active" });
  return (
    <Screen
      crumbs={[{ text: "Now" }]}
      actions={
        <>
          <Button kind="quiet" keys="Ctrl R" onPress={refresh}>
            Refresh
          </Button>
          <Button kind="primary" keys="G D" onPress={() => go({ screen: "dead-letters", q: {} })}>
            Open dead letters
          </Button>
        </>
      }
      lede={now.data === undefined ? noAnswer(now) : <NowLede now={now.data} />}
      sub={now.data === undefined ? null : nowSub(now.data, zone)}
    >
      {now.data === undefined ? (
        <div className="pane">
          {now.isError ? <ReadFailed what="The state of the workspace" error={now.error} onAgain={refresh} /> : <Skeleton heads={["State", "Jobs", "Last 24 hours"]} rows={6} />}
        </div>
      ) : (
        <div className="split-even">
          <div className="pane scrolls">
            <StatesByHour now={now.data} />
            <TopGroups now={now.data} />
          </div>
          <div className="pane scrolls">
            <BlockedTenants now={now.data} />
            <Workers now={now.data} />
            <OldestWaiting now={now.data} />
          </div>
        </div>
      )}
    </Screen>
  );
}
