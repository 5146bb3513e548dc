/** The console against its sample platform: what must hold whatever the screen looks like. */
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { usePlatformForTest } from "../platform";
import { fake, type FakePlatform } from "../platform/fake";
import { readOnly, allowChanges } from "../state/mode";
import { closeSheet } from "../state/sheet";
import { App } from "./App";

let platform: FakePlatform;

function open(hash: string): void {
  act(() => {
    window.location.hash = hash;
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  });
  render(<App platform={platform} />);
}

async function deadJob(): Promise<string> {
  const { items } = JSON.parse(await platform.call("job.list", JSON.stringify({ state: "dead_letter", key: "order-881" })));
  return items[0].id;
}

function sent(operation: string): Record<string, unknown>[] {
  return platform.calls.filter((one) => one.operation === operation).map((one) => JSON.parse(one.payload));
}

async function openRequeue(user: ReturnType<typeof userEvent.setup>) {
  const id = await deadJob();
  open(`#/jobs/${id}`);
  await screen.findByText("Dead letter");
  await user.click(screen.getByRole("button", { name: /Requeue…/ }));
  const sheet = await screen.findByRole("dialog");
  await within(sheet).findByText(/Plan read/);
  return sheet;
}

beforeEach(() => {
  platform = fake();
  usePlatformForTest(platform);
  readOnly();
  closeSheet();
});

describe("read only", () => {
  it("keeps Requeue in its place, off, and says how to allow changes", async () => {
    open(`#/jobs/${await deadJob()}`);
    await screen.findByText("Dead letter");
    const button = screen.getByRole("button", { name: /Requeue…/ });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(button.getAttribute("aria-describedby")).not.toBeNull();
    expect(document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toMatch(/read only/i);
  });

  it("ends only after a question that names the environment", async () => {
    const user = userEvent.setup();
    open("#/now");
    await user.click(await screen.findByRole("button", { name: "Read only" }));
    const sheet = await screen.findByRole("dialog", { name: "Allow changes on PRODUCTION for 15 minutes?" });
    expect(document.activeElement?.textContent).toMatch(/Stay read only/);
    await user.click(within(sheet).getByRole("button", { name: "Allow changes" }));
    expect(await screen.findByRole("button", { name: /Changes allowed, 15 min left/ })).toBeTruthy();
  });
});

describe("the requeue sheet", () => {
  it("begins in the reason and sends nothing without one", async () => {
    const user = userEvent.setup();
    allowChanges();
    const sheet = await openRequeue(user);
    const reason = within(sheet).getByRole("textbox", { name: "Reason" });
    expect(document.activeElement).toBe(reason);
    await user.type(reason, "ok");
    await user.click(within(sheet).getByRole("button", { name: /Requeue job/ }));
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(sent("job.requeue")).toEqual([]);
    expect(within(sheet).getByRole("button", { name: /Requeue job/ }).getAttribute("aria-disabled")).toBe("true");
  });

  it("sends the generation that was shown, then shows the job run and be charged once", async () => {
    const user = userEvent.setup();
    allowChanges();
    const sheet = await openRequeue(user);
    await user.type(within(sheet).getByRole("textbox", { name: "Reason" }), "gateway is back");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent("job.requeue")).toMatchObject([{ generation: 2, payload_revision: 1, reason: "gateway is back" }]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByTestId("news").textContent).toBe("Requeued 1 job");
    await waitFor(() => expect(screen.getByTestId("job-state").textContent).toBe("Succeeded"), { timeout: 8_000 });
    expect(screen.getAllByText("ledger, confirm")).toHaveLength(1);
    expect(screen.getByTestId("lede").textContent).toContain("49.00 EUR was charged to Acme, once.");
  }, 15_000);

  it("offers to check an unknown outcome with the same request id, and no plain retry", async () => {
    const user = userEvent.setup();
    allowChanges();
    const sheet = await openRequeue(user);
    platform.loseAnswerOf("job.requeue");
    await user.type(within(sheet).getByRole("textbox", { name: "Reason" }), "gateway is back");
    await user.click(within(sheet).getByRole("button", { name: /Requeue job/ }));
    expect((await within(sheet).findByTestId("outcome")).textContent).toContain("We do not know if it ran");
    expect(within(sheet).queryByRole("button", { name: /Requeue job|retry|again/i })).toBeNull();
    await user.click(within(sheet).getByRole("button", { name: "Check" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const [first, second, ...more] = sent("job.requeue");
    expect(more).toEqual([]);
    expect(second).toEqual(first);
    const detail = JSON.parse(await platform.call("job.get", JSON.stringify({ id: first?.["id"] })));
    expect(detail.job.generation).toBe(3);
  });

  it("says in words when the job moved, and asks for a new plan", async () => {
    const user = userEvent.setup();
    allowChanges();
    const sheet = await openRequeue(user);
    const id = await deadJob();
    await platform.call("job.requeue", JSON.stringify({ id, generation: 2, payload_revision: 1, reason: "someone else", request_id: "other" }));
    await user.type(within(sheet).getByRole("textbox", { name: "Reason" }), "gateway is back");
    await user.click(within(sheet).getByRole("button", { name: /Requeue job/ }));
    expect((await within(sheet).findByTestId("outcome")).textContent).toContain("Not requeued: the plan is out of date");
    expect(within(sheet).getByRole("button", { name: "Make a new plan" })).toBeTruthy();
  });
});

describe("stale data", () => {
  it("turns writes off and says so, though changes are allowed", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      allowChanges();
      open(`#/jobs/${await deadJob()}`);
      await screen.findByText("Dead letter");
      expect(screen.getByRole("button", { name: /Requeue…/ }).getAttribute("aria-disabled")).toBeNull();
      platform.breakDown(true);
      await act(() => vi.advanceTimersByTimeAsync(125_000));
      expect(screen.getByRole("button", { name: /Requeue…/ }).getAttribute("aria-disabled")).toBe("true");
      expect(screen.getByTestId("freshness").textContent).toMatch(/^Offline, showing \d\d:\d\d:\d\d$/);
      platform.breakDown(false);
      await act(() => vi.advanceTimersByTimeAsync(6_000));
      expect(screen.getByTestId("freshness").textContent).toMatch(/^Live/);
      expect(screen.getByRole("button", { name: /Requeue…/ }).getAttribute("aria-disabled")).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the job list", () => {
  it("keeps its rows in place when new ones come, until they are asked for", async () => {
    const user = userEvent.setup();
    open("#/jobs?state=queued");
    const grid = await screen.findByRole("grid", { name: "Jobs" });
    const top = () => grid.querySelector("[data-row]")?.getAttribute("data-row");
    const before = top();
    act(() => platform.submit());
    expect((await screen.findByTestId("waiting")).textContent).toContain("1 new, press . to show");
    expect(top()).toBe(before);
    await user.keyboard(".");
    await waitFor(() => expect(top()).not.toBe(before));
    expect(screen.queryByTestId("waiting")).toBeNull();
  });

  it("tells how many rows there are in all and moves by keys", async () => {
    const user = userEvent.setup();
    open("#/jobs?state=dead_letter");
    const grid = await screen.findByRole("grid", { name: "Jobs" });
    expect(grid.getAttribute("aria-rowcount")).toBe("313");
    await user.keyboard("jj{Enter}");
    await screen.findByText("Nothing is left out.");
    expect(window.location.hash).toMatch(/^#\/jobs\/[0-9a-f-]{36}/);
  });

  it("says what could not be read and that nothing was changed", async () => {
    platform.breakDown(true);
    open("#/jobs");
    expect((await screen.findByRole("alert")).textContent).toMatch(/The list could not be read: .* Nothing was changed\./);
    platform.breakDown(false);
    await userEvent.setup().click(screen.getByRole("button", { name: /Try again/ }));
    expect(await screen.findByRole("grid", { name: "Jobs" })).toBeTruthy();
  });
});

describe("a payload", () => {
  it("is shown as text with every digit", async () => {
    open(`#/jobs/${await deadJob()}`);
    const text = (await screen.findByTestId("payload")).textContent ?? "";
    for (const number of ["1234567890123456789", "9007199254740993", "18446744073709551615"]) expect(text).toContain(number);
  });
});
