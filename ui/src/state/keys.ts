/**
 * Keys of the window. Single letters work only when no field has focus and no sheet is open; none of them changes data.
 *
 * Bindings stack: what was mounted last is asked first, so a grid's Enter goes before a screen's.
 */
import { useEffect, useRef } from "react";
import { sheetIsOpen } from "./sheet";

/** `g d`, `ctrl+k`, `enter`, `.`: a handler returns false to let the next one try. */
export type Bindings = Record<string, (event: KeyboardEvent) => boolean | void>;

const stack: { current: Bindings }[] = [];
let chord: { key: string; at: number } | null = null;
const CHORD_TIME = 1_500;

function nameOf(event: KeyboardEvent): string {
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  const shifted = event.shiftKey && key.length > 1 ? "shift+" : event.shiftKey && event.ctrlKey ? "shift+" : "";
  return `${event.ctrlKey || event.metaKey ? "ctrl+" : ""}${event.altKey ? "alt+" : ""}${shifted}${key}`;
}

function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable='true'], [role='listbox'], [role='combobox'], [role='dialog']") !== null;
}

function pressesItself(target: EventTarget | null, name: string): boolean {
  return (name === "enter" || name === "space") && target instanceof Element && target.closest("button, a, [role='radio'], summary") !== null;
}

function run(name: string, event: KeyboardEvent): boolean {
  for (let i = stack.length - 1; i >= 0; i -= 1) {
    const handler = stack[i]?.current[name];
    if (handler !== undefined && handler(event) !== false) {
      event.preventDefault();
      return true;
    }
  }
  return false;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || ["Control", "Shift", "Alt", "Meta"].includes(event.key)) return;
  const name = nameOf(event);
  const plain = !name.startsWith("ctrl+");
  if (sheetIsOpen() || (plain && takesText(event.target)) || pressesItself(event.target, name)) return;
  const started = chord;
  chord = null;
  if (plain && started !== null && event.timeStamp - started.at < CHORD_TIME && run(`${started.key} ${name}`, event)) return;
  if (run(name, event)) return;
  if (name === "g") chord = { key: name, at: event.timeStamp };
}

window.addEventListener("keydown", onKey);

export function useKeys(bindings: Bindings): void {
  const ref = useRef(bindings);
  ref.current = bindings;
  useEffect(() => {
    stack.push(ref);
    return () => {
      stack.splice(stack.indexOf(ref), 1);
    };
  }, []);
}
