/** Picks the platform: Tauri inside the program, sample data in a plain browser during development. */
import type { Platform } from "./platform";
import { tauri } from "./tauri";

export type { Platform } from "./platform";

let chosen: Platform | null = null;

/** Chooses once, before the first screen is drawn. A production bundle contains no sample data. */
export async function choosePlatform(): Promise<Platform> {
  const outside = !("__TAURI_INTERNALS__" in window);
  let picked: Platform;
  if (import.meta.env.VITE_PLATFORM === "fake" || (import.meta.env.DEV && outside)) {
    const { fake } = await import("./fake");
    picked = fake();
  } else {
    picked = tauri();
  }
  chosen = picked;
  return picked;
}

export function platform(): Platform {
  if (chosen === null) throw new Error("the platform was not chosen");
  return chosen;
}

/** For tests. */
export function usePlatformForTest(instead: Platform): void {
  chosen = instead;
}
