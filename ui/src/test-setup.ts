/** What the test DOM lacks: sizes for the virtual window, and a clean-up after each test. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

configure({ asyncUtilTimeout: 10_000 });

for (const [name, size] of [["offsetHeight", 600], ["offsetWidth", 1000], ["clientHeight", 600]] as const) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size });
}

afterEach(() => {
  cleanup();
  window.location.hash = "";
  window.localStorage.clear();
});
