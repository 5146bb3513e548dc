import { describe, expect, it } from "vitest";
import { byteLength, layOut } from "./payload";

const EXACT = '{"id":1234567890123456789,"n":9007199254740993,"neg":-9223372036854775808,"u":18446744073709551615}';

/** All text outside of white space between tokens. */
function squeeze(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|\s+/gs, (part) => (part.startsWith('"') ? part : ""));
}

describe("payload text", () => {
  it("keeps every digit", () => {
    const laid = layOut(EXACT);
    for (const number of ["1234567890123456789", "9007199254740993", "-9223372036854775808", "18446744073709551615"]) expect(laid).toContain(number);
    expect(squeeze(laid)).toBe(EXACT);
  });

  it("keeps escapes, key order, double keys and numbers written in any way", () => {
    for (const text of ['{"b":1,"a":2,"b":3}', '["\\u0000","\\ud800","a\\"b\\\\"]', "[1e400,1.0,1.00,-0,1E+2]", '{"":{"":[]}}', '"a: b, [c] {d}"', "[]", "{}", "7", "null"]) {
      expect(squeeze(layOut(text))).toBe(squeeze(text));
    }
  });

  it("is laid out in lines", () => {
    expect(layOut('{"a":[1,{"b":[]}],"c":{}}')).toBe('{\n  "a": [\n    1,\n    {\n      "b": []\n    }\n  ],\n  "c": {}\n}');
  });

  it("comes back as it is when it is no JSON", () => {
    for (const text of ['{"a":', '"open', "", "plain words: \"x"]) expect(() => layOut(text)).not.toThrow();
    expect(layOut('{"open')).toBe('{"open');
  });

  it("is measured in bytes, not in characters", () => {
    expect(byteLength("žluť")).toBe(6);
  });
});
