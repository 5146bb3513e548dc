/** One account: is it blocked and by what, the parts of its limit, and every entry. */
import { Button } from "../../components/Button";
import { noAnswer, ReadFailed, Skeleton } from "../../components/ReadState";
import { Icon } from "../../components/Icon";
import { Screen } from "../../components/Screen";
import { Segments } from "../../components/Segments";
import { useWide } from "../../components/useWide";
import type { LedgerQuery } from "../../api/generated/LedgerQuery";
import { plural } from "../../lib/words";
import { useKeys } from "../../state/keys";
import { go, patch, useZone } from "../../state/place";
import { EntryPanel } from "./EntryPanel";
import { LimitBar } from "./LimitBar";
import { PeriodPicker } from "./PeriodPicker";
import { Statement } from "./Statement";
import { statementLines } from "./lines";
import { verdictLede, verdictOf, verdictSub } from "./sentence";
import { useStatement } from "./useStatement";

export function AccountScreen({ tenant, q }: { tenant: string; q: Record<string, string> }) {
  const query: LedgerQuery = { tenant };
  if (q["meter"] !== undefined) query.meter = q["meter"];
  if (q["period"] !== undefined) query.period_start = q["period"];
  const { head, ledger, entries, waiting, loadMore, showWaiting } = useStatement(query);
  const zone = useZone();
  const wide = useWide();
  const peek = wide || q["peek"] === "1";
  useKeys({
    ".": () => (waiting > 0 ? showWaiting() : false),
    escape: () => (q["peek"] === "1" ? patch({ peek: undefined }) : window.history.back()),
  });
  const lines = ledger === undefined ? [] : statementLines(ledger, entries);
  const dead = ledger?.held.find((one) => one.state === "dead_letter")?.jobs ?? 0;
  const meters = ledger?.meters ?? [];
  return (
    <Screen
      crumbs={[{ text: "Ledger", to: { screen: "ledger", q: {} } }, { text: tenant }]}
      onBack={() => go({ screen: "ledger", q: {} })}
      beside={
        <>
          {meters.length > 1 && ledger !== undefined && (
            <Segments label="Meter" items={meters.map((meter) => ({ id: meter, label: meter }))} value={ledger.balance.meter} onChange={(meter) => patch({ meter, period: undefined, row: undefined }, "push")} />
          )}
          {ledger !== undefined && ledger.periods.length > 0 && <PeriodPicker ledger={ledger} />}
        </>
      }
      actions={
        dead > 0 ? (
          <Button kind="primary" onPress={() => go({ screen: "jobs", q: { state: "dead_letter", tenant } })}>{`View ${plural(dead, "dead letter")}`}</Button>
        ) : (
          <Button kind="primary" onPress={() => go({ screen: "jobs", q: { tenant } })}>
            View jobs
          </Button>
        )
      }
      lede={
        ledger === undefined ? noAnswer(head) : (
          <>
            {verdictOf(ledger) !== "none" && <Icon name="s-blocked" />}
            {verdictLede(ledger, zone)}
          </>
        )
      }
      sub={ledger === undefined ? null : verdictSub(ledger)}
    >
      {ledger === undefined ? (
        <div className="pane">
          {head.isError ? <ReadFailed what="The account" error={head.error} onAgain={() => void head.refetch()} /> : <Skeleton heads={["Entry", "Time", "What", "Used", "Held", "Job"]} />}
        </div>
      ) : (
        <div className="peek" data-open={peek}>
          <div className="pane">
            <LimitBar ledger={ledger} />
            <Statement ledger={ledger} lines={lines} waiting={waiting} narrow={peek && !wide} q={q} onEnd={loadMore} onShow={showWaiting} />
          </div>
          {peek && <EntryPanel line={lines.find((line) => line.id === q["row"])} balance={ledger.balance} />}
        </div>
      )}
    </Screen>
  );
}
