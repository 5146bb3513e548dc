/** The filter of the job list as it stands in the address. */
import type { JobFilter } from "../../api/generated/JobFilter";
import type { JobState } from "../../api/generated/JobState";
import { STATES, stateWord } from "../../lib/words";

type Query = Record<string, string>;

export function stateOf(q: Query): JobState | undefined {
  return STATES.find((state) => state === q["state"]);
}

export function filterOf(q: Query): JobFilter {
  const filter: JobFilter = {};
  const state = stateOf(q);
  if (state !== undefined) filter.state = state;
  if (q["tenant"] !== undefined) filter.tenant = q["tenant"];
  if (q["kind"] !== undefined) filter.kind = q["kind"];
  if (q["key"] !== undefined) filter.key = q["key"];
  if (q["error"] !== undefined) filter.error = q["error"];
  return filter;
}

export interface Token { name: "tenant" | "kind" | "key" | "error"; value: string }

/** Everything that narrows the list but the state, which has a switch of its own. */
export function tokensOf(q: Query): Token[] {
  const names: Token["name"][] = ["tenant", "kind", "key", "error"];
  return names.flatMap((name) => (q[name] === undefined ? [] : [{ name, value: q[name] }]));
}

export const NO_FILTER = { state: undefined, tenant: undefined, kind: undefined, key: undefined, error: undefined, row: undefined };

export function filterWords(q: Query): string {
  const state = stateOf(q);
  const words = tokensOf(q).map((token) => `${token.name} ${token.value}`);
  return [...(state === undefined ? [] : [stateWord(state)]), ...words].join(", ");
}
