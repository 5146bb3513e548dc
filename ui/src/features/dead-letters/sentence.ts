/** What the dead letters say together: one cause or many. */
import type { DeadLetterGroup } from "../../api/generated/DeadLetterGroup";
import type { DeadLetterGroups } from "../../api/generated/DeadLetterGroups";
import { clock, moment, sameDay, type Zone } from "../../lib/time";
import { count, formatUnits, isZero, percent, sum } from "../../lib/units";
import { list, plural, verb } from "../../lib/words";

export function total(groups: DeadLetterGroup[]): number {
  return groups.reduce((all, group) => all + group.jobs, 0);
}

export function groupsLede(groups: DeadLetterGroup[]): string {
  const all = total(groups);
  const top = groups[0];
  if (top === undefined) return "No dead letters.";
  const where = `in ${plural(top.tenants.length, "tenant")} and ${plural(top.kinds.length, "kind")}`;
  if (groups.length === 1) return `${plural(all, "dead letter")} in 1 group: ${all === 1 ? `${top.class}, ${where}` : `all share one error, ${where}`}.`;
  if (top.jobs === 1) return `${plural(all, "dead letter")} in ${plural(groups.length, "group")}, each with an error of its own.`;
  return `${plural(all, "dead letter")} in ${plural(groups.length, "group")}. ${count(top.jobs)} of them (${percent(BigInt(top.jobs), BigInt(all), 0)}) share one error, ${where}.`;
}

/** All held units, by meter: `15,382.00 EUR`. */
export function heldWords(groups: DeadLetterGroup[]): string {
  const meters = new Map<string, { scale: number; units: string }>();
  for (const held of groups.flatMap((group) => group.held)) {
    meters.set(held.meter, { scale: held.scale, units: sum(meters.get(held.meter)?.units ?? "0", held.units) });
  }
  const some = [...meters].filter(([, one]) => !isZero(one.units));
  const words = some.map(([meter, one]) => `${formatUnits(one.units, one.scale)} ${meter}`);
  return words.length === 0 ? "No units are held." : `${list(words)} ${words.length === 1 ? verb(some[0]?.[0] ?? "", "is", "are") : "are"} held.`;
}

export function groupsSub({ groups, as_of: asOf }: DeadLetterGroups, zone: Zone): string {
  const top = groups[0];
  if (top === undefined) return "";
  const from = moment(top.first_at, asOf, zone);
  const to = sameDay(top.first_at, top.last_at, zone) ? clock(top.last_at, zone) : moment(top.last_at, asOf, zone);
  const rest = total(groups) - top.jobs;
  const died = from === to ? `Last seen at ${to}.` : `They died from ${from} to ${to}.`;
  const other = groups.length < 2 || top.jobs === 1 ? "" : ` The other ${count(rest)} ${rest === 1 ? "is another error" : `are ${plural(groups.length - 1, "other error")}`}.`;
  return `${died}${other} ${heldWords(groups)}`;
}
