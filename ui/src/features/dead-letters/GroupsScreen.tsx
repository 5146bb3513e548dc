/** Dead letters: one cause or many, and what each group holds. */
import { useGroup, useGroups, useNow } from "../../api/queries";
import { Button } from "../../components/Button";
import { noAnswer, ReadFailed, Skeleton } from "../../components/ReadState";
import { Screen } from "../../components/Screen";
import { DataGrid } from "../../components/grid/DataGrid";
import { useRowHeight } from "../../components/useRowHeight";
import { useTall } from "../../components/useWide";
import { plural } from "../../lib/words";
import { useKeys } from "../../state/keys";
import { go, patch, useZone } from "../../state/place";
import { Link } from "../../components/Link";
import { groupColumns } from "./columns";
import { DeathsChart } from "./DeathsChart";
import { GroupJobs } from "./GroupJobs";
import { GroupPanel } from "./GroupPanel";
import { groupsLede, groupsSub, total } from "./sentence";

const HEAD = 28;

const open = (group: string) => go({ screen: "group", id: group, q: {} });

export function GroupsScreen({ q }: { q: Record<string, string> }) {
  const read = useGroups();
  const zone = useZone();
  const tall = useTall();
  const rowHeight = useRowHeight("object");
  const groups = read.data?.groups ?? [];
  const selected = groups.find((one) => one.group === q["group"])?.group ?? groups[0]?.group;
  const detail = useGroup(selected).data;
  useKeys({ escape: () => window.history.back() });
  return (
    <Screen
      crumbs={[{ text: "Dead letters" }]}
      actions={
        <Button kind="primary" keys="Enter" off={selected === undefined ? "There is no group to open" : null} onPress={() => selected !== undefined && open(selected)}>
          Open group
        </Button>
      }
      lede={read.data === undefined ? noAnswer(read) : groupsLede(groups)}
      sub={read.data === undefined ? null : groups.length === 0 ? <Proof /> : groupsSub(read.data, zone)}
    >
      {read.data === undefined ? (
        <div className="pane">
          {read.isError ? <ReadFailed what="The dead letters" error={read.error} onAgain={() => void read.refetch()} /> : <Skeleton heads={["Error", "Jobs", "Where", "Last", "Held"]} />}
        </div>
      ) : groups.length === 0 ? (
        <div className="pane" />
      ) : (
        <div className="split">
          <div className="pane">
            <DeathsChart groups={groups} asOf={read.data.as_of} />
            <div className={tall ? "upper" : "grow"} style={tall ? { height: HEAD + Math.min(groups.length, 8) * rowHeight } : undefined}>
              <DataGrid
                label="Dead-letter groups"
                testId="groups-grid"
                style="object"
                columns={groupColumns(groups, total(groups), read.data.as_of, zone)}
                rows={groups}
                rowId={(one) => one.group}
                rowHeight={rowHeight}
                selected={selected}
                onSelect={(group) => patch({ group })}
                onOpen={open}
              />
            </div>
            {tall && detail !== undefined && (
              <>
                <div className="filters">
                  <b className="strong">Jobs of {detail.group.class}</b>
                  <span className="mut">{plural(detail.group.jobs, "job")}, last death first</span>
                  <span className="push">
                    <Link to={{ screen: "group", id: detail.group.group, q: {} }}>Open group</Link>
                  </span>
                </div>
                <div className="grow">
                  <GroupJobs detail={detail} selected={undefined} main={false} />
                </div>
              </>
            )}
          </div>
          {detail === undefined ? <aside className="panel" /> : <GroupPanel detail={detail} />}
        </div>
      )}
    </Screen>
  );
}

/** An empty list that proves the screen works. */
function Proof() {
  const succeeded = useNow().data?.states.find((one) => one.state === "succeeded");
  return <>{succeeded === undefined ? "…" : `Jobs succeeded in the last hour: ${succeeded.last_hour}.`}</>;
}
