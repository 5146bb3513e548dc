import { describe, expect, it } from "vitest";
import { isJobId, shortId } from "./ids";

describe("ids", () => {
  it("are shortened in the middle and keep their suffix", () => {
    expect(shortId("01a1cdaa-0000-7000-8000-00000000008f2e".slice(0, 36))).toMatch(/^01a1cd….{4}$/);
    expect(shortId("01a1cdaa-1111-7222-8333-444455558f2e.r1")).toBe("01a1cd…8f2e.r1");
    expect(shortId("order-881")).toBe("order-881");
  });

  it("are told from keys", () => {
    expect(isJobId(" 01a1cdaa-1111-7222-8333-444455558f2e ")).toBe(true);
    expect(isJobId("order-881")).toBe(false);
  });
});
