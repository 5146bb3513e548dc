/** Every entry of the account, newest first; refusals stand between them as a sentence, since they are not entries. */
import type { Ledger } from "../../api/generated/Ledger";
import type { Refusals } from "../../api/generated/Refusals";
import { DataGrid } from "../../components/grid/DataGrid";
import { Icon } from "../../components/Icon";
import { clock, clockSeconds, isoDate, since } from "../../lib/time";
import { count, formatUnits } from "../../lib/units";
import { plural } from "../../lib/words";
import { go, patch, useZone } from "../../state/place";
import type { Line } from "./lines";
import { statementColumns } from "./statementColumns";

const DENSE = 24;

interface Props {
  ledger: Ledger;
  lines: Line[];
  waiting: number;
  narrow: boolean;
  q: Record<string, string>;
  onEnd: () => void;
  onShow: () => void;
}

export function Statement({ ledger, lines, waiting, narrow, q, onEnd, onShow }: Props) {
  const zone = useZone();
  const newest = ledger.entries[0]?.sequence ?? 0;
  return (
    <>
      <div className="filters">
        <b className="strong">Statement</b>
        <span className="mut">{newest === 0 ? "no entries yet" : `entries 1 to ${count(newest)}, newest first`}</span>
        <span className="push mut">
          {ledger.reserve === "submit" ? "held at submit" : "held at start"}
          {ledger.period === "none" ? "" : `, a period is a ${ledger.period} in UTC`}
        </span>
      </div>
      {waiting > 0 && (
        <div className="strip">
          {plural(waiting, "new entry", "new entries")}, press <kbd>.</kbd> to show
          <button type="button" className="show push" onClick={onShow}>
            Show
          </button>
        </div>
      )}
      <div className="grow">
        {lines.length > 0 && (
          <DataGrid
            label="Statement"
            testId="statement-grid"
            style="dense"
            columns={statementColumns(ledger.balance, lines, ledger.as_of, zone, narrow)}
            rows={lines}
            rowId={(line) => line.id}
            rowHeight={DENSE}
            total={newest}
            selected={q["row"]}
            onSelect={(row) => patch({ row })}
            onPeek={() => patch({ peek: q["peek"] === "1" ? undefined : "1" })}
            onOpen={(id) => {
              const line = lines.find((one) => one.id === id);
              if (line !== undefined && "entry" in line && line.entry.job !== null) go({ screen: "job", id: line.entry.job, q: {} });
            }}
            onEnd={onEnd}
            sentence={(line) => ("refusals" in line ? <RefusalLine refusals={line.refusals} ledger={ledger} /> : null)}
          />
        )}
      </div>
    </>
  );
}

function RefusalLine({ refusals, ledger }: { refusals: Refusals; ledger: Ledger }) {
  const zone = useZone();
  const show = (units: string) => formatUnits(units, ledger.balance.scale);
  const until = refusals.count === 1 ? "" : ` from here to ${since(refusals.last_at, ledger.as_of, zone)}`;
  return (
    <span className="cell refusals" title={`First refused at ${clock(refusals.first_at, zone)} with used ${show(refusals.first_used)}, held ${show(refusals.first_reserved)} of ${show(refusals.first_limit)}`}>
      <span className="tn">
        <span className="date">{isoDate(refusals.first_at, zone)}</span>
        {clockSeconds(refusals.first_at, zone)}
      </span>
      <Icon name="s-blocked" />
      <span className="cut">
        {plural(refusals.count, "submission")} refused{until}, {show(refusals.units)} in all; at first used {show(refusals.first_used)}, held {show(refusals.first_reserved)} of{" "}
        {show(refusals.first_limit)}. A refusal is not an entry.
      </span>
    </span>
  );
}
