import { describe, expect, it } from "vitest";
import type { Balance } from "../api/generated/Balance";
import { cause } from "./verdict";

function account(limit: number, used: number, reserved: number, dead = 0): Balance {
  return {
    tenant: "t", meter: "m", period_start: null, limit: String(limit), used: String(used), reserved: String(reserved),
    available: String(limit - used - reserved), limit_version: 1, scale: 0, held_by_dead_letters: String(dead), refused: 0,
  };
}

describe("the verdict on an account", () => {
  it("is not blocked while what is asked still fits", () => {
    expect(cause(account(1000, 100, 100), 49n)).toBe("none");
    expect(cause(account(1000, 951, 0), 49n)).toBe("none");
  });

  it("names dead letters when their holds alone would make room", () => {
    expect(cause(account(1000, 500, 492, 300), 49n)).toBe("dead_letters");
    expect(cause(account(1000, 500, 500, 300))).toBe("dead_letters");
  });

  it("names waiting jobs when only all holds together would", () => {
    expect(cause(account(1000, 500, 500, 0), 49n)).toBe("waiting_jobs");
  });

  it("goes by the refusals: little is left is no block while nobody was refused", () => {
    expect(cause(account(1000, 500, 492, 300))).toBe("none");
    expect(cause({ ...account(1000, 500, 492, 300), refused: 2 })).toBe("dead_letters");
  });

  it("is used up when no hold would help, also past a lowered limit", () => {
    expect(cause(account(1000, 1000, 0), 49n)).toBe("used_up");
    expect(cause(account(1000, 1500, 20, 10), 49n)).toBe("used_up");
  });
});
