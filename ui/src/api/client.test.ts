import { describe, expect, it, vi } from "vitest";
import { QueryObserver } from "@tanstack/react-query";
import type { Platform } from "../platform";
import { followHints, makeClient } from "./client";

function hinting() {
  let hint = () => {};
  const platform: Platform = {
    call: () => Promise.resolve("{}"),
    onChanged(listener) {
      hint = listener;
      return () => {};
    },
  };
  return { platform, hint: () => hint() };
}

describe("hints of change", () => {
  it("are merged, never cut off a reading that runs, and the last one is always followed", async () => {
    vi.useFakeTimers();
    try {
      const client = makeClient();
      const { platform, hint } = hinting();
      let begun = 0;
      let ended = 0;
      let lastBegan = 0;
      const read = async () => {
        begun += 1;
        lastBegan = Date.now();
        await new Promise((done) => setTimeout(done, 3_000));
        ended += 1;
        return begun;
      };
      const stopReading = new QueryObserver(client, { queryKey: ["slow"], queryFn: read, refetchInterval: false }).subscribe(() => {});
      const stop = followHints(client, platform);
      await vi.advanceTimersByTimeAsync(3_000);
      for (let i = 0; i < 100; i += 1) {
        hint();
        await vi.advanceTimersByTimeAsync(100);
      }
      expect(ended).toBeGreaterThanOrEqual(2);
      hint();
      const lastHint = Date.now();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(ended).toBe(begun);
      expect(lastBegan).toBeGreaterThanOrEqual(lastHint);
      stop();
      stopReading();
    } finally {
      vi.useRealTimers();
    }
  });
});
