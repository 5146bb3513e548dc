/**
 * Times as the console says them: absolute first, relative beside it.
 *
 * Written with plain date fields, not Intl: in a desktop without a locale `navigator.language` is "C", and Intl throws on it.
 * "Now" is always the `as_of` of the data, so a label stops counting when its data is stale.
 */

export type Zone = "local" | "utc";

const MONTHS = "January February March April May June July August September October November December".split(" ");
const two = (n: number) => String(n).padStart(2, "0");

/** Milliseconds of an RFC 3339 time; digits below a millisecond are cut. */
export function millis(time: string): number {
  return Date.parse(time.replace(/(\.\d{3})\d+/, "$1"));
}

interface Fields { year: number; month: number; day: number; hour: number; minute: number; second: number; ms: number }

function fields(time: string | number, zone: Zone): Fields {
  const d = new Date(typeof time === "number" ? time : millis(time));
  return zone === "utc"
    ? { year: d.getUTCFullYear(), month: d.getUTCMonth(), day: d.getUTCDate(), hour: d.getUTCHours(), minute: d.getUTCMinutes(), second: d.getUTCSeconds(), ms: d.getUTCMilliseconds() }
    : { year: d.getFullYear(), month: d.getMonth(), day: d.getDate(), hour: d.getHours(), minute: d.getMinutes(), second: d.getSeconds(), ms: d.getMilliseconds() };
}

/** `14:02` */
export function clock(time: string | number, zone: Zone): string {
  const f = fields(time, zone);
  return `${two(f.hour)}:${two(f.minute)}`;
}

/** `14:02:31` */
export function clockSeconds(time: string | number, zone: Zone): string {
  return `${clock(time, zone)}:${two(fields(time, zone).second)}`;
}

/** `14:02:31.4` */
export function clockTenths(time: string | number, zone: Zone): string {
  return `${clockSeconds(time, zone)}.${Math.floor(fields(time, zone).ms / 100)}`;
}

/** `2026-11-12` */
export function isoDate(time: string | number, zone: Zone): string {
  const f = fields(time, zone);
  return `${f.year}-${two(f.month + 1)}-${two(f.day)}`;
}

/** `2026-11-12 14:20:31 UTC+1` */
export function stamp(time: string, zone: Zone): string {
  return `${isoDate(time, zone)} ${clockSeconds(time, zone)} ${offset(time, zone)}`;
}

/** `12 November`; with the year if it is not that of `asOf`. */
export function dayName(time: string, zone: Zone, asOf?: string): string {
  const f = fields(time, zone);
  const year = asOf !== undefined && fields(asOf, zone).year !== f.year ? ` ${f.year}` : "";
  return `${f.day} ${MONTHS[f.month] ?? ""}${year}`;
}

/** `November 2026`: a month account's period. */
export function monthName(time: string): string {
  const f = fields(time, "utc");
  return `${MONTHS[f.month] ?? ""} ${f.year}`;
}

/** `UTC+1`, `UTC−3:30`, `UTC`: the zone's offset at that time. */
export function offset(time: string | number, zone: Zone): string {
  const minutes = zone === "utc" ? 0 : -new Date(typeof time === "number" ? time : millis(time)).getTimezoneOffset();
  if (minutes === 0) return "UTC";
  const abs = Math.abs(minutes);
  const rest = abs % 60 === 0 ? "" : `:${two(abs % 60)}`;
  return `UTC${minutes < 0 ? "−" : "+"}${Math.floor(abs / 60)}${rest}`;
}

/** `Europe/Berlin (UTC+1)` */
export function zoneName(time: string | number, zone: Zone): string {
  if (zone === "utc") return "UTC";
  try {
    const name = new Intl.DateTimeFormat("en-GB").resolvedOptions().timeZone;
    const off = offset(time, zone);
    return name === undefined || name === off ? off : `${name} (${off})`;
  } catch {
    return offset(time, zone);
  }
}

export function sameDay(a: string, b: string, zone: Zone): boolean {
  return isoDate(a, zone) === isoDate(b, zone);
}

/** The absolute half of a list cell: `02:14`, or `11 Nov, 02:14` once it is a day old. */
export function moment(time: string, asOf: string, zone: Zone): string {
  const old = Math.abs(millis(asOf) - millis(time)) >= 86_400_000;
  if (!old) return clock(time, zone);
  const f = fields(time, zone);
  return `${f.day} ${(MONTHS[f.month] ?? "").slice(0, 3)}, ${clock(time, zone)}`;
}

/** `yesterday 18:00`, `03:13`, `11 Nov, 04:12`: for sentences. */
export function since(time: string, asOf: string, zone: Zone): string {
  const yesterday = isoDate(millis(asOf) - 86_400_000, zone) === isoDate(time, zone);
  return yesterday ? `yesterday ${clock(time, zone)}` : moment(time, asOf, zone);
}

/** One unit: `12 s`, `41 min`, `10 h`, `3 d`. */
export function rough(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  if (s < 86_400) return `${Math.floor(s / 3600)} h`;
  return `${Math.floor(s / 86_400)} d`;
}

/** Two units: `10 h 49 min`, `2 d 3 h`, `48 s`. */
export function span(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3600) return s % 60 === 0 || s >= 600 ? `${Math.floor(s / 60)} min` : `${Math.floor(s / 60)} min ${s % 60} s`;
  if (s < 86_400) return `${Math.floor(s / 3600)} h ${two(Math.floor((s % 3600) / 60))} min`;
  return `${Math.floor(s / 86_400)} d ${Math.floor((s % 86_400) / 3600)} h`;
}

/** How long an attempt took: `10.0 s`, `12 ms`, `3 min 4 s`. */
export function took(ms: number): string {
  if (ms < 100) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return span(ms);
}

/** `12 s ago`; `now` within a second. */
export function ago(time: string, asOf: string): string {
  const ms = millis(asOf) - millis(time);
  return ms < 1000 ? "now" : `${rough(ms)} ago`;
}

/** `in 3 s`, `now` within a second, or `due` once it has passed. */
export function ahead(time: string, asOf: string): string {
  const ms = millis(time) - millis(asOf);
  return ms <= 0 ? "due" : ms < 1000 ? "now" : `in ${rough(ms)}`;
}

/** When hour `i` of the 24 before `asOf` began; the last of them ends now. */
export function hourStart(asOf: string, i: number): number {
  return millis(asOf) - (24 - i) * 3_600_000;
}
