/** A button. When it is off it stays in its place, can still be reached, and says why. */
import { useId, type ReactNode, type Ref } from "react";
import { announce } from "../state/announce";

interface Props {
  children: ReactNode;
  onPress: () => void;
  kind?: "plain" | "primary" | "quiet" | "danger";
  /** Key that does the same. */
  keys?: string;
  /** Why it is off; null or absent when it is on. */
  off?: string | null | undefined;
  /** Name for screen readers and tests, where the words on it are not enough. */
  label?: string;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ children, onPress, kind = "plain", keys, off, label, className = "", ref }: Props) {
  const why = useId();
  const isOff = off !== null && off !== undefined;
  const button = (
    <button
      ref={ref}
      type="button"
      className={`btn ${kind === "plain" ? "" : kind} ${className}`}
      aria-label={label}
      aria-disabled={isOff || undefined}
      aria-describedby={isOff ? why : undefined}
      aria-keyshortcuts={keys?.replaceAll("Ctrl ", "Control+")}
      onClick={() => (isOff ? announce(off) : onPress())}
    >
      {children}
      {keys !== undefined && <kbd aria-hidden="true">{keys}</kbd>}
    </button>
  );
  if (!isOff) return button;
  return (
    <span className="why">
      {button}
      <span className="tip" role="tooltip" id={why}>
        {off}
      </span>
    </span>
  );
}
