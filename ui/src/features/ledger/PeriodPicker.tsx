/** Which period of a metered account: a day or a month, in UTC as it is booked. */
import type { Ledger } from "../../api/generated/Ledger";
import { isoDate, monthName } from "../../lib/time";
import { patch } from "../../state/place";

export function PeriodPicker({ ledger }: { ledger: Ledger }) {
  const name = (start: string) => (ledger.period === "month" ? monthName(start) : isoDate(start, "utc"));
  return (
    <select
      className="btn quiet"
      aria-label="Period"
      value={ledger.balance.period_start ?? ""}
      onChange={(event) => patch({ period: event.target.value, row: undefined }, "push")}
    >
      {ledger.periods.map((start) => (
        <option key={start} value={start}>
          {name(start)}
        </option>
      ))}
    </select>
  );
}
