/** The jobs of one group, last death first. */
import type { DeadLetterGroupDetail } from "../../api/generated/DeadLetterGroupDetail";
import { DataGrid } from "../../components/grid/DataGrid";
import { useRowHeight } from "../../components/useRowHeight";
import { go, patch, useZone } from "../../state/place";
import { groupJobColumns } from "./columns";

export function GroupJobs({ detail, selected, main }: { detail: DeadLetterGroupDetail; selected: string | undefined; main: boolean }) {
  const zone = useZone();
  const rowHeight = useRowHeight();
  return (
    <DataGrid
      label={`Jobs of ${detail.group.class}`}
      testId="group-jobs-grid"
      main={main}
      columns={groupJobColumns(detail.jobs, detail.as_of, zone)}
      rows={detail.jobs}
      rowId={(row) => row.id}
      rowHeight={rowHeight}
      total={detail.group.jobs}
      selected={selected}
      onSelect={(id) => (main ? patch({ row: id }) : go({ screen: "group", id: detail.group.group, q: { row: id } }))}
      onOpen={(id) => go({ screen: "job", id, q: {} })}
    />
  );
}
