/** Which sheet is open. Not in the address: a link opens a place, never an act. */
import { makeStore, useStore } from "./store";

export type Sheet = { name: "requeue"; job: string } | { name: "mode" } | { name: "shortcuts" } | { name: "palette" };

const open = makeStore<Sheet | null>(null);

export function openSheet(sheet: Sheet): void {
  open.set(sheet);
}

export function closeSheet(): void {
  open.set(null);
}

export function useSheet(): Sheet | null {
  return useStore(open);
}

export function sheetIsOpen(): boolean {
  return open.get() !== null;
}
