/** The real program: one command, one event. */
import { invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";
import type { Platform } from "./platform";

export function tauri(): Platform {
  return {
    call: (operation, payload) => invoke<string>("call", { operation, payload }),
    onChanged(listener) {
      const stop = listen("changed", listener);
      // Without the event the poll alone keeps the numbers fresh.
      stop.catch((reason: unknown) => console.warn("no change events, polling only", reason));
      return () => {
        stop.then((unlisten) => unlisten()).catch((reason: unknown) => console.warn("could not stop listening", reason));
      };
    },
  };
}
