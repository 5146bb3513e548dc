import { describe, expect, it } from "vitest";
import { hold } from "./held";

describe("held rows", () => {
  it("show everything at first", () => {
    expect(hold([], ["c", "b", "a"])).toEqual({ shown: ["c", "b", "a"], waiting: 0 });
  });

  it("do not move when newer ones arrive", () => {
    expect(hold(["c", "b"], ["e", "d", "c", "b"])).toEqual({ shown: ["c", "b"], waiting: 2 });
  });

  it("count one that comes in between as waiting too", () => {
    expect(hold(["d", "b"], ["d", "c", "b"])).toEqual({ shown: ["d", "b"], waiting: 1 });
  });

  it("grow at the end when an older page comes", () => {
    expect(hold(["d", "c"], ["e", "d", "c", "b", "a"])).toEqual({ shown: ["d", "c", "b", "a"], waiting: 1 });
  });

  it("keep one that left until the person asks for the new order", () => {
    expect(hold(["d", "c", "b"], ["d", "b"])).toEqual({ shown: ["d", "c", "b"], waiting: 0 });
  });

  it("start anew when nothing of what is shown is left", () => {
    expect(hold(["b", "a"], ["d", "c"])).toEqual({ shown: ["d", "c"], waiting: 0 });
  });
});
