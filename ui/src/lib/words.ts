/** Words for counts and states. States keep the names of the state table; only the underscore goes. */
import type { JobState } from "../api/generated/JobState";
import { count } from "./units";

export const STATES: JobState[] = ["queued", "running", "succeeded", "failed", "dead_letter", "cancelled"];

const PLAIN: Record<JobState, string> = {
  queued: "waits for a worker",
  running: "a worker holds it",
  succeeded: "done, final",
  failed: "waits for its next attempt",
  dead_letter: "waits for a person",
  cancelled: "will not be done, final",
};

export function stateWord(state: JobState): string {
  return state === "dead_letter" ? "dead letter" : state;
}

/** Plain words for a tooltip. */
export function statePlain(state: JobState): string {
  return PLAIN[state];
}

export function isFinal(state: JobState): boolean {
  return state === "succeeded" || state === "cancelled";
}

/** `1 job`, `294 jobs`, `2 entries`. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c` */
export function list(words: string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1] ?? ""}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `is` or `are` (`was` or `were`), as the name of a meter asks for: EUR is held, deliveries are held. */
export function verb(meter: string, one: string, many: string): string {
  return meter.endsWith("s") ? many : one;
}
