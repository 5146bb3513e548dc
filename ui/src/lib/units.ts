/**
 * Units of a meter, from their smallest unit to what a person reads.
 *
 * Units are i64 in strings. They are never turned into a Number: above 2^53 it would round, and money must not.
 */

const MINUS = "−";

/** Groups digits by three: `16711` gives `16,711`. */
export function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** A count with grouped digits. */
export function count(n: number): string {
  return (n < 0 ? MINUS : "") + group(String(Math.abs(Math.trunc(n))));
}

/** Fixed decimals of the meter's scale, grouped, with a real minus. */
export function formatUnits(units: string, scale: number): string {
  const negative = units.startsWith("-");
  const digits = (negative ? units.slice(1) : units).padStart(scale + 1, "0");
  const whole = group(digits.slice(0, digits.length - scale));
  const fraction = scale > 0 ? `.${digits.slice(digits.length - scale)}` : "";
  return (negative ? MINUS : "") + whole + fraction;
}

/** As `formatUnits`, with a plus on what is above zero. */
export function formatDelta(units: string, scale: number): string {
  return (BigInt(units) > 0n ? "+" : "") + formatUnits(units, scale);
}

export function isZero(units: string): boolean {
  return BigInt(units) === 0n;
}

/** Exact sum of units in strings. */
export function sum(...units: string[]): string {
  return units.reduce((total, one) => total + BigInt(one), 0n).toString();
}

export function minus(from: string, take: string): string {
  return (BigInt(from) - BigInt(take)).toString();
}

/** `part` of `whole` in percent, rounded to `digits` decimals: `66.8 %`. What is there but rounds to nothing gets one more digit. */
export function percent(part: bigint, whole: bigint, digits = 1): string {
  if (whole === 0n) return "0 %";
  const factor = 10n ** BigInt(digits);
  const scaled = (part * 100n * factor * 2n + whole) / (whole * 2n);
  if (scaled === 0n && part > 0n && digits < 3) return percent(part, whole, digits + 1);
  return `${formatUnits(scaled.toString(), digits)} %`;
}

/** Share of a bar from 0 to 100; only for drawing. */
export function share(part: string, whole: string): number {
  const total = BigInt(whole);
  if (total <= 0n) return 0;
  const value = Number((BigInt(part) * 1_000_000n) / total) / 10_000;
  return Math.min(100, Math.max(0, value));
}
