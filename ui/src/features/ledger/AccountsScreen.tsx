/** Ledger, all accounts: who has what left, blocked ones first. */
import { useAccounts } from "../../api/queries";
import type { Balance } from "../../api/generated/Balance";
import { Button } from "../../components/Button";
import { noAnswer, ReadFailed, Skeleton } from "../../components/ReadState";
import { Screen } from "../../components/Screen";
import { DataGrid } from "../../components/grid/DataGrid";
import { useRowHeight } from "../../components/useRowHeight";
import { cause } from "../../lib/verdict";
import { count } from "../../lib/units";
import { plural } from "../../lib/words";
import { useKeys } from "../../state/keys";
import { go, patch } from "../../state/place";
import { accountColumns, accountId } from "./accountColumns";

function open(balance: Balance | undefined) {
  if (balance === undefined) return;
  const q: Record<string, string> = { meter: balance.meter };
  if (balance.period_start !== null) q["period"] = balance.period_start;
  go({ screen: "account", id: balance.tenant, q });
}

/** Blocked first, then by name; the order moves only when an account becomes blocked or free. */
function inOrder(items: Balance[]): Balance[] {
  const rank = (one: Balance) => (cause(one) === "none" ? 1 : 0);
  return [...items].sort((a, b) => rank(a) - rank(b) || accountId(a).localeCompare(accountId(b), "en"));
}

function ledeOf(items: Balance[]): string {
  const tenants = new Set(items.map((one) => one.tenant)).size;
  const blocked = items.filter((one) => cause(one) !== "none").length;
  if (items.length === 0) return "No accounts yet.";
  const what = `${plural(items.length, "account")} of ${plural(tenants, "tenant")}`;
  return blocked === 0 ? `${what}; none is blocked.` : `${count(blocked)} of ${what} ${blocked === 1 ? "is" : "are"} blocked.`;
}

export function AccountsScreen({ q }: { q: Record<string, string> }) {
  const read = useAccounts();
  const rowHeight = useRowHeight();
  const items = inOrder(read.data?.items ?? []);
  const selected = items.find((one) => accountId(one) === q["row"]) ?? items[0];
  useKeys({ escape: () => window.history.back() });
  return (
    <Screen
      crumbs={[{ text: "Ledger" }]}
      actions={
        <Button kind="primary" keys="Enter" off={selected === undefined ? "Select an account first" : null} onPress={() => open(selected)}>
          Open account
        </Button>
      }
      lede={read.data === undefined ? noAnswer(read) : ledeOf(items)}
      sub={read.data === undefined ? null : items.length === 0 ? "An account appears with the first limit that is set for a tenant." : "Free is the limit less what is used and what is held for jobs that are not settled."}
    >
      <div className="pane">
        {read.data !== undefined ? (
          <div className="grow">
            {items.length > 0 && (
              <DataGrid
                label="Accounts"
                testId="accounts-grid"
                columns={accountColumns(items)}
                rows={items}
                rowId={accountId}
                rowHeight={rowHeight}
                selected={selected === undefined ? undefined : accountId(selected)}
                onSelect={(row) => patch({ row })}
                onOpen={(row) => open(items.find((one) => accountId(one) === row))}
              />
            )}
          </div>
        ) : read.isError ? (
          <ReadFailed what="The accounts" error={read.error} onAgain={() => void read.refetch()} />
        ) : (
          <Skeleton heads={["Tenant", "Meter", "Limit", "Used", "Held", "Free"]} />
        )}
      </div>
    </Screen>
  );
}
