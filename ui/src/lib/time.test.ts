import { describe, expect, it } from "vitest";
import { ago, ahead, clock, clockSeconds, clockTenths, dayName, millis, moment, offset, since, span, stamp, took, zoneName } from "./time";

const NOW = "2026-11-12T13:02:31.400Z";

describe("times", () => {
  it("are read with more digits than a millisecond has", () => {
    expect(millis("2026-11-12T13:02:31.400123Z")).toBe(millis(NOW));
  });

  it("are absolute, to the minute, the second or the tenth", () => {
    expect(clock(NOW, "utc")).toBe("13:02");
    expect(clockSeconds(NOW, "utc")).toBe("13:02:31");
    expect(clockTenths(NOW, "utc")).toBe("13:02:31.4");
    expect(stamp(NOW, "utc")).toBe("2026-11-12 13:02:31 UTC");
    expect(dayName(NOW, "utc")).toBe("12 November");
  });

  it("name the day once they are a day old", () => {
    expect(moment("2026-11-11T22:33:00Z", NOW, "utc")).toBe("22:33");
    expect(moment("2026-11-11T04:12:00Z", NOW, "utc")).toBe("11 Nov, 04:12");
    expect(since("2026-11-11T18:00:00Z", NOW, "utc")).toBe("yesterday 18:00");
  });

  it("count relative to when the data was read, not to the clock on the wall", () => {
    expect(ago("2026-11-12T13:02:19Z", NOW)).toBe("12 s ago");
    expect(ago("2026-11-12T02:13:00Z", NOW)).toBe("10 h ago");
    expect(ago(NOW, NOW)).toBe("now");
    expect(ahead("2026-11-12T13:02:35Z", NOW)).toBe("in 3 s");
    expect(ahead("2026-11-12T13:02:30Z", NOW)).toBe("due");
  });

  it("last in two units at most", () => {
    expect(span(38_940_000)).toBe("10 h 49 min");
    expect(span(48_000)).toBe("48 s");
    expect(span(3_900_000)).toBe("1 h 05 min");
    expect(span(183_600_000)).toBe("2 d 3 h");
    expect(took(10_040)).toBe("10.0 s");
    expect(took(12)).toBe("12 ms");
  });

  it("name their zone even where the desktop has no locale", () => {
    expect(zoneName(NOW, "utc")).toBe("UTC");
    expect(offset(NOW, "utc")).toBe("UTC");
    expect(zoneName(NOW, "local")).toMatch(/UTC/);
  });
});
