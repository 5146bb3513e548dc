/** A state: shape, word, colour, in this order of importance. */
import type { JobState } from "../api/generated/JobState";
import { statePlain, stateWord } from "../lib/words";
import { Icon, type IconName } from "./Icon";

const SHAPE: Record<JobState, IconName> = {
  queued: "s-queued",
  running: "s-running",
  succeeded: "s-succeeded",
  failed: "s-failed",
  dead_letter: "s-dead",
  cancelled: "s-cancelled",
};

export function stateShape(state: JobState): IconName {
  return SHAPE[state];
}

/** The short name styles know a state by. */
export function stateStyle(state: JobState): string {
  return state === "dead_letter" ? "dead" : state;
}

export function Status({ state, blocked = false, word }: { state: JobState; blocked?: boolean; word?: string | undefined }) {
  if (blocked) {
    return (
      <span className="st" data-s="queued" title="its units do not fit under the limit">
        <Icon name="s-blocked" />
        blocked by limit
      </span>
    );
  }
  return (
    <span className="st" data-s={stateStyle(state)} title={statePlain(state)}>
      <Icon name={SHAPE[state]} />
      {word ?? stateWord(state)}
    </span>
  );
}

const ENTRY: Record<string, IconName> = {
  reserve: "e-reserve",
  confirm: "e-confirm",
  cancel: "e-cancel",
  adjust: "e-adjust",
  reverse: "e-reverse",
};

export function entryShape(kind: string): IconName {
  return ENTRY[kind] ?? "e-adjust";
}

export function EntryKind({ kind }: { kind: string }) {
  return (
    <span className="st" data-s={kind === "reverse" ? "adjust" : kind}>
      <Icon name={entryShape(kind)} />
      {kind}
    </span>
  );
}
