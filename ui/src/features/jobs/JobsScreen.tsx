/** Jobs: every job, newest first, narrowed by what stands in the address. */
import { useJobRows } from "./useJobRows";
import { Button } from "../../components/Button";
import { noAnswer, ReadFailed, Skeleton } from "../../components/ReadState";
import { Screen } from "../../components/Screen";
import { DataGrid } from "../../components/grid/DataGrid";
import { useRowHeight } from "../../components/useRowHeight";
import { count } from "../../lib/units";
import { plural } from "../../lib/words";
import { useKeys } from "../../state/keys";
import { go, patch, useZone } from "../../state/place";
import { openSheet } from "../../state/sheet";
import { jobColumns } from "./columns";
import { FilterBar } from "./FilterBar";
import { filterOf, filterWords, NO_FILTER, stateOf, tokensOf } from "./filter";
import { JobPeek } from "./JobPeek";
import { useWide } from "../../components/useWide";

const open = (id: string) => go({ screen: "job", id, q: {} });

export function JobsScreen({ q }: { q: Record<string, string> }) {
  const zone = useZone();
  const rowHeight = useRowHeight();
  const wide = useWide();
  const { head, ready, rows, waiting, hasLeft, loadMore, showWaiting } = useJobRows(filterOf(q));
  const state = stateOf(q);
  const counts = head.data?.counts;
  const all = counts?.reduce((sum, one) => sum + one.count, 0);
  const matching = state === undefined ? all : counts?.find((one) => one.state === state)?.count ?? (counts === undefined ? undefined : 0);
  // Without a choice the first row is the selected one: Enter and the peek panel always have something to show.
  const selected = q["row"] ?? rows[0]?.id;
  const row = rows.find((one) => one.id === selected);
  const peek = wide || q["peek"] === "1";
  useKeys({
    ".": () => (waiting > 0 ? showWaiting() : false),
    r: () => (row?.state === "dead_letter" ? openSheet({ name: "requeue", job: row.id }) : false),
    escape: () => (q["peek"] === "1" ? patch({ peek: undefined }) : window.history.back()),
  });
  const words = filterWords(q);
  const lede =
    matching === undefined || all === undefined ? noAnswer(head)
    : words === "" && all === 0 ? "No jobs yet."
    : words === "" ? `${plural(all, "job")}, newest first.`
    : tokensOf(q).length === 0 ? `${count(matching)} of ${plural(all, "job")}: ${words}.`
    : `${plural(matching, "job")} ${matching === 1 ? "matches" : "match"}: ${words}.`;
  return (
    <Screen
      crumbs={[{ text: "Jobs" }]}
      actions={
        <Button kind="primary" keys="Enter" off={selected === undefined ? "Select a job first" : null} onPress={() => selected !== undefined && open(selected)}>
          Open job
        </Button>
      }
      lede={lede}
    >
      <div className="peek" data-open={peek}>
        <div className="pane">
          <FilterBar q={q} counts={counts} all={all} kinds={head.data?.kinds ?? []} tenants={head.data?.tenants ?? []} />
          {waiting > 0 && (
            <div className="strip" data-testid="waiting">
              {count(waiting)} new, press <kbd>.</kbd> to show
              <button type="button" className="show push" onClick={showWaiting}>
                Show
              </button>
            </div>
          )}
          <div className="grow">
            {head.isError && !ready ? (
              <ReadFailed what="The list" error={head.error} onAgain={() => void head.refetch()} />
            ) : !ready ? (
              <Skeleton heads={["State", "Kind", "Tenant", "Created", "Last error", "Job"]} rows={12} />
            ) : rows.length === 0 ? (
              <Empty filters={tokensOf(q).length + (state === undefined ? 0 : 1)} all={all ?? 0} stateOnly={state !== undefined && tokensOf(q).length > 0} />
            ) : (
              <DataGrid
                label="Jobs"
                testId="jobs-grid"
                columns={jobColumns({ rows, asOf: head.data?.as_of ?? "", zone, narrow: peek && !wide, hasLeft })}
                rows={rows}
                rowId={(one) => one.id}
                rowHeight={rowHeight}
                total={matching}
                selected={selected}
                onSelect={(id) => patch({ row: id })}
                onOpen={open}
                onPeek={() => patch({ peek: q["peek"] === "1" ? undefined : "1" })}
                onEnd={loadMore}
                rowClass={(one) => (hasLeft(one.id) ? "left" : "")}
              />
            )}
          </div>
        </div>
        {peek && <JobPeek id={selected} />}
      </div>
    </Screen>
  );
}

function Empty({ filters, all, stateOnly }: { filters: number; all: number; stateOnly: boolean }) {
  if (filters === 0) return <p className="say pad">The first one appears here as soon as it is submitted.</p>;
  return (
    <div className="say pad">
      <p>No job matches {filters === 1 ? "this filter" : `these ${filters} filters`}.</p>
      <div className="do">
        <Button onPress={() => patch(NO_FILTER, "push")}>Clear filters</Button>
        {stateOnly && all > 0 && <Button onPress={() => patch({ state: undefined, row: undefined }, "push")}>{`Without the state: ${count(all)}`}</Button>}
      </div>
    </div>
  );
}
