/** Leaving read only: asked every time, in the name of the world that could be changed. */
import { useEffect, useRef } from "react";
import type { Workspace } from "../api/generated/Workspace";
import { Button } from "../components/Button";
import { Sheet } from "../components/Sheet";
import { announce } from "../state/announce";
import { allowChanges, IDLE_MINUTES, readOnly, useMode } from "../state/mode";

export function ModeSheet({ workspace, onClose }: { workspace: Workspace | undefined; onClose: () => void }) {
  const { allowed } = useMode();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const name = workspace?.environment.toUpperCase() ?? "this workspace";
  const allow = () => {
    allowChanges();
    announce("Changes are allowed");
    onClose();
  };
  const lock = () => {
    readOnly();
    announce("Read only");
    onClose();
  };
  if (allowed) {
    return (
      <Sheet size="narrow" title="Go back to read only?" sub="Nothing that runs is stopped. Changes can be allowed again at any time." onClose={onClose}>
        <div className="foot">
          <span className="push" />
          <Button ref={first} onPress={onClose} keys="Esc">
            Keep changes allowed
          </Button>
          <Button kind="primary" onPress={lock}>
            Read only
          </Button>
        </div>
      </Sheet>
    );
  }
  return (
    <Sheet
      size="narrow"
      title={`Allow changes on ${name} for ${IDLE_MINUTES} minutes?`}
      sub="Reads stay the same. Every change still asks, wants a reason, and is recorded under your name. After 15 minutes without use it falls back to read only."
      onClose={onClose}
    >
      <div className="foot">
        <span className="push" />
        <Button ref={first} onPress={onClose} keys="Esc">
          Stay read only
        </Button>
        <Button kind="primary" onPress={allow}>
          Allow changes
        </Button>
      </div>
    </Sheet>
  );
}
