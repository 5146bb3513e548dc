/**
 * Sends a requeue and tells its outcome without guessing.
 *
 * One request id stands for one press of the button. When nothing is known of the outcome, the only way on is to ask again with
 * that same id: the back end then does it once, or returns what it did.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../../api/call";
import type { OverrideOutcome } from "../../api/generated/OverrideOutcome";
import type { RequeuePlan } from "../../api/generated/RequeuePlan";
import type { RequeueRequest } from "../../api/generated/RequeueRequest";
import { Refusal } from "../../api/problem";
import { newRequestId } from "../../lib/requestId";

export type Sending =
  | { is: "asking" }
  | { is: "sending" }
  | { is: "checking" }
  | { is: "unknown"; requestId: string }
  | { is: "stale"; refusal: Refusal }
  | { is: "refused"; refusal: Refusal };

export function useRequeue(onDone: (outcome: OverrideOutcome) => void) {
  const client = useQueryClient();
  const [sending, setSending] = useState<Sending>({ is: "asking" });
  const sent = useRef<RequeueRequest | null>(null);

  const run = async (request: RequeueRequest) => {
    try {
      const outcome = await call("job.requeue", request);
      void client.invalidateQueries({ predicate: (query) => query.meta?.["still"] !== true });
      onDone(outcome);
    } catch (reason) {
      const refusal = Refusal.of(reason);
      if (refusal.outcomeUnknown) setSending({ is: "unknown", requestId: request.request_id });
      else setSending({ is: refusal.code === "stale" ? "stale" : "refused", refusal });
    }
  };

  return {
    sending,
    send(plan: RequeuePlan, reason: string) {
      const request: RequeueRequest = { id: plan.job.id, generation: plan.generation, payload_revision: plan.payload_revision, reason, request_id: newRequestId() };
      sent.current = request;
      setSending({ is: "sending" });
      void run(request);
    },
    check() {
      const request = sent.current;
      if (request === null) return;
      setSending({ is: "checking" });
      void run(request);
    },
    askAgain: () => setSending({ is: "asking" }),
  };
}
