/** Sample data in place of the program: for development in a plain browser and for component tests. Never in a shipped bundle. */
import type { JobFilter } from "../../api/generated/JobFilter";
import type { JobRef } from "../../api/generated/JobRef";
import type { GroupRef } from "../../api/generated/GroupRef";
import type { LedgerQuery } from "../../api/generated/LedgerQuery";
import type { RequeueRequest } from "../../api/generated/RequeueRequest";
import type { Environment } from "../../api/generated/Environment";
import type { Platform } from "../platform";
import { iso, worldNow } from "./clock";
import { problem, World } from "./world";

export interface FakePlatform extends Platform {
  /** The next call of this operation runs, but its answer is lost on the way back. */
  loseAnswerOf(operation: string): void;
  /** A new job comes in. */
  submit(): void;
  /** All calls fail from now on, or work again. */
  breakDown(broken: boolean): void;
  /** Operations called so far, with their payloads. */
  readonly calls: { operation: string; payload: string }[];
}

function asked(name: string): string | null {
  return new URLSearchParams(window.location.search).get(name);
}

function environment(): Environment {
  const wanted = asked("env");
  return wanted === "staging" || wanted === "test" || wanted === "local" ? wanted : "production";
}

export function fake(): FakePlatform {
  const listeners = new Set<() => void>();
  const world = new World(() => listeners.forEach((listener) => listener()), asked("world") === "empty");
  const calls: { operation: string; payload: string }[] = [];
  const lost = new Set<string>();
  let broken = false;

  function answer(operation: string, payload: unknown): unknown {
    switch (operation) {
      case "workspace.get":
        return { name: "eu-billing", environment: environment(), database: "sqlite", operator: "op-3", version: "0.1.0", listen: "127.0.0.1:7411", as_of: iso(worldNow()) };
      case "now.get":
        return world.now();
      case "job.list":
        return world.list(payload as JobFilter);
      case "job.get":
        return world.detail((payload as JobRef).id);
      case "job.requeue_plan":
        return world.plan((payload as JobRef).id);
      case "job.requeue":
        return world.requeue(payload as RequeueRequest);
      case "dead_letter.groups":
        return { groups: world.groups(), as_of: iso(worldNow()) };
      case "dead_letter.group":
        return world.groupDetail((payload as GroupRef).group);
      case "ledger.accounts":
        return { items: world.ledger.accounts(), as_of: iso(worldNow()) };
      case "ledger.get":
        return world.ledger.get(payload as LedgerQuery);
      default:
        throw problem(400, "unknown_operation", `there is no operation ${operation}`);
    }
  }

  return {
    calls,
    async call(operation, payload) {
      calls.push({ operation, payload });
      if (broken) throw new Error("the program does not answer");
      const text = JSON.stringify(answer(operation, JSON.parse(payload)));
      if (lost.delete(operation)) throw new Error("the connection broke");
      return text;
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    submit: () => world.submit(),
    loseAnswerOf: (operation) => lost.add(operation),
    breakDown(now) {
      broken = now;
    },
  };
}
