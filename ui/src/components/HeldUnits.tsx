/** Held units of dead-letter groups: with one meter the unit stands in the head, else beside each number. */
import type { HeldByMeter } from "../api/generated/HeldByMeter";
import { formatUnits, isZero } from "../lib/units";

interface Holder { held: HeldByMeter[] }

/** The one meter of all these, if there is just one. */
export function oneMeter(all: Holder[]): HeldByMeter | null {
  const meters = new Map(all.flatMap((one) => one.held).map((held) => [held.meter, held]));
  const [only] = meters.values();
  return meters.size === 1 && only !== undefined ? only : null;
}

export function heldHead(all: Holder[]): string {
  const meter = oneMeter(all);
  return meter === null ? "Held" : `Held, ${meter.meter}`;
}

export function HeldUnits({ held, all, lines }: { held: HeldByMeter[]; all: Holder[]; lines: 1 | 2 }) {
  const meter = oneMeter(all);
  if (meter !== null) {
    const units = held[0]?.units ?? "0";
    return <span className={isZero(units) ? "zero" : ""}>{formatUnits(units, meter.scale)}</span>;
  }
  const some = held.filter((one) => !isZero(one.units));
  if (some.length === 0) return <span className="zero">0</span>;
  const words = some.map((one) => `${formatUnits(one.units, one.scale)} ${one.meter}`);
  if (lines === 1 && words.length > 1) return <span title={words.join(", ")}>{words.length} meters</span>;
  return (
    <span title={words.join(", ")}>
      {words[0]}
      {words.length > 1 && <span className="sub">{words.length === 2 ? words[1] : `and ${words.length - 1} more`}</span>}
    </span>
  );
}
