import { describe, expect, it } from "vitest";
import { count, formatDelta, formatUnits, minus, percent, share, sum } from "./units";

describe("units", () => {
  it("are shown with the scale of their meter and grouped digits", () => {
    expect(formatUnits("1671100", 2)).toBe("16,711.00");
    expect(formatUnits("5", 2)).toBe("0.05");
    expect(formatUnits("1000", 0)).toBe("1,000");
    expect(formatUnits("0", 2)).toBe("0.00");
    expect(formatUnits("1", 9)).toBe("0.000000001");
  });

  it("keep every digit at both ends of i64", () => {
    expect(formatUnits("9223372036854775807", 0)).toBe("9,223,372,036,854,775,807");
    expect(formatUnits("-9223372036854775808", 2)).toBe("−92,233,720,368,547,758.08");
  });

  it("carry a real minus, and a plus only where a change is above zero", () => {
    expect(formatDelta("4900", 2)).toBe("+49.00");
    expect(formatDelta("-4900", 2)).toBe("−49.00");
    expect(formatDelta("0", 2)).toBe("0.00");
  });

  it("are added without rounding past 2^53", () => {
    expect(sum("9007199254740993", "1")).toBe("9007199254740994");
    expect(minus("9007199254740993", "9007199254740992")).toBe("1");
  });

  it("never say 0 % of what is there", () => {
    expect(percent(1671100n, 2500000n)).toBe("66.8 %");
    expect(percent(800n, 2500000n)).toBe("0.03 %");
    expect(percent(0n, 2500000n)).toBe("0.0 %");
    expect(percent(294n, 312n, 0)).toBe("94 %");
    expect(percent(5n, 0n)).toBe("0 %");
  });

  it("draw no part outside of its bar", () => {
    expect(share("150", "100")).toBe(100);
    expect(share("-5", "100")).toBe(0);
    expect(share("1", "0")).toBe(0);
  });

  it("count with grouped digits", () => {
    expect(count(8204)).toBe("8,204");
    expect(count(999)).toBe("999");
  });
});
