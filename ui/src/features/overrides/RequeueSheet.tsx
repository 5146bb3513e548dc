/** The requeue of one dead letter: what it will do, why it is done, and what became of it. */
import { useEffect, useRef, useState } from "react";
import { useRequeuePlan } from "../../api/queries";
import { Refusal } from "../../api/problem";
import { Button } from "../../components/Button";
import { ReadFailed, useSlow } from "../../components/ReadState";
import { Sheet } from "../../components/Sheet";
import { clockSeconds } from "../../lib/time";
import { announce } from "../../state/announce";
import { useGate } from "../../state/gate";
import { go, useZone } from "../../state/place";
import { Outcome } from "./Outcome";
import { RequeueNotes } from "./RequeueNotes";
import { LedgerEffect } from "./LedgerEffect";
import { useRequeue } from "./useRequeue";
import { WillRun } from "./WillRun";

const SHORTEST = 3;

export function RequeueSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRequeuePlan(id);
  const plan = read.data;
  const zone = useZone();
  const gate = useGate();
  const slow = useSlow(read.isPending);
  const [reason, setReason] = useState("");
  const { sending, send, check, askAgain } = useRequeue((outcome) => {
    announce(outcome.state === "executed" ? "Requeued 1 job" : `Asked for approval to requeue 1 job (${outcome.state})`);
    onClose();
    go({ screen: "job", id, q: {} });
  });
  // Focus starts in the reason: what is done to a dead letter begins with why.
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const busy = sending.is === "sending" || sending.is === "checking";
  const locked = busy || sending.is === "unknown";
  const refused = plan?.refused ?? null;
  const off =
    plan === undefined ? "The plan is not read yet"
    : refused !== null ? "It would be refused: see the ledger"
    : gate.reason !== null ? gate.reason
    : sending.is === "stale" ? "The plan is out of date"
    : locked ? "It is being sent"
    : reason.trim().length < SHORTEST ? `Give a reason of at least ${SHORTEST} characters`
    : null;
  const go_ = () => {
    if (off === null && plan !== undefined) send(plan, reason.trim());
  };
  const newPlan = () => void read.refetch().then(askAgain);
  return (
    <Sheet
      title="Requeue this job?"
      sub="It runs again with the same effect key. If a first run did charge, the ledger refuses the second charge."
      busy={busy}
      onClose={onClose}
    >
      <div
        className="cols"
        data-testid="requeue-sheet"
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) go_();
        }}
      >
        <div>
          {plan === undefined ? (
            read.isError ? <ReadFailed what="The plan" error={Refusal.of(read.error)} onAgain={() => void read.refetch()} /> : <p className="say pad mut">{slow ? "Reading what it would do…" : ""}</p>
          ) : (
            <>
              <WillRun plan={plan} />
              <LedgerEffect plan={plan} />
            </>
          )}
        </div>
        <div>
          <section className="sec">
            <label>
              <span className="label">Reason</span>
              <textarea
                ref={field}
                className="field area"
                rows={3}
                value={reason}
                readOnly={locked}
                aria-required="true"
                placeholder="What changed, so that it will work now?"
                onChange={(event) => setReason(event.target.value)}
              />
            </label>
          </section>
          {plan !== undefined && <RequeueNotes plan={plan} />}
          <Outcome sending={sending} onCheck={check} onNewPlan={newPlan} />
        </div>
      </div>
      <div className="foot">
        <span className="mut tn">{plan === undefined ? "" : `Plan read ${clockSeconds(plan.as_of, zone)}`}</span>
        <span className="push" />
        <Button keys="Esc" off={busy ? "It is being sent" : null} onPress={onClose}>
          Cancel
        </Button>
        {sending.is !== "unknown" && sending.is !== "checking" && (
          <Button kind="primary" keys="Ctrl Enter" off={off} onPress={go_}>
            {(plan?.approvals_needed ?? 0) > 0 ? "Ask for approval to requeue job" : sending.is === "sending" ? "Requeuing…" : "Requeue job"}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
