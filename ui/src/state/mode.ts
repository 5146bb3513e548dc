/** Read only, or changes allowed for 15 minutes without use. Never part of the address: opening a link allows nothing. */
import { useEffect, useState } from "react";
import { makeStore, useStore } from "./store";

export const IDLE_MINUTES = 15;

/** When it falls back to read only, in milliseconds of the clock; null in read only. */
const until = makeStore<number | null>(null);

export function allowChanges(): void {
  until.set(Date.now() + IDLE_MINUTES * 60_000);
}

export function readOnly(): void {
  until.set(null);
}

function stillAllowed(): boolean {
  const end = until.get();
  return end !== null && end > Date.now();
}

/** Using the window starts the 15 minutes anew. */
function touch(): void {
  if (stillAllowed()) allowChanges();
  else if (until.get() !== null) readOnly();
}

export interface Mode { allowed: boolean; minutesLeft: number }

export function useMode(): Mode {
  const end = useStore(until);
  const [, tick] = useState(0);
  useEffect(() => {
    if (end === null) return;
    const timer = setInterval(() => {
      if (!stillAllowed()) readOnly();
      tick((n) => n + 1);
    }, 10_000);
    return () => clearInterval(timer);
  }, [end]);
  const left = end === null ? 0 : Math.max(0, Math.ceil((end - Date.now()) / 60_000));
  return { allowed: left > 0, minutesLeft: left };
}

export function followUse(): () => void {
  window.addEventListener("pointerdown", touch);
  window.addEventListener("keydown", touch);
  return () => {
    window.removeEventListener("pointerdown", touch);
    window.removeEventListener("keydown", touch);
  };
}
