import { describe, expect, it } from "vitest";
import { formatPlace, parsePlace, type Place, type View } from "./place";

const PLACES: [Place, View][] = [
  [{ screen: "now", q: {} }, {}],
  [{ screen: "jobs", q: { state: "dead_letter", tenant: "Acme & Söhne", kind: "a/b", key: "x=1&y#2", error: "http_503", row: "01a1", peek: "1" } }, { theme: "dark" }],
  [{ screen: "job", id: "01a1cdaa-1111-7222-8333-444455558f2e", q: { show: "ledger" } }, { density: "compact", zone: "utc" }],
  [{ screen: "dead-letters", q: { group: "a%b c" } }, {}],
  [{ screen: "group", id: "grp/ü?#", q: { row: "7" } }, {}],
  [{ screen: "ledger", q: { row: "a b " } }, {}],
  [{ screen: "account", id: "tenant/with/slashes", q: { meter: "EUR", period: "2026-11-01T00:00:00Z" } }, { theme: "light" }],
];

describe("the address", () => {
  it("brings back every place and view it was made from", () => {
    for (const [place, view] of PLACES) {
      const back = parsePlace(formatPlace(place, view));
      expect(back.place).toEqual({ id: undefined, ...place });
      expect(back.view).toEqual(view);
    }
  });

  it("opens Now for what it does not know and drops what a screen does not have", () => {
    expect(parsePlace("").place.screen).toBe("now");
    expect(parsePlace("#/nowhere/7?x=1").place).toEqual({ screen: "now", id: undefined, q: {} });
    expect(parsePlace("#/jobs?sheet=requeue&mode=write&theme=pink").place.q).toEqual({});
    expect(parsePlace("#/jobs?theme=pink").view).toEqual({});
  });

  it("survives broken escapes", () => {
    expect(parsePlace("#/jobs/%E0%A4%A").place).toEqual({ screen: "job", id: "%E0%A4%A", q: {} });
  });
});
