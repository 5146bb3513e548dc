/** What became of the press: refused, out of date, or not known. Success closes the sheet instead. */
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { shortId } from "../../lib/ids";
import type { Sending } from "./useRequeue";

interface Props { sending: Sending; onCheck: () => void; onNewPlan: () => void }

export function Outcome({ sending, onCheck, onNewPlan }: Props) {
  switch (sending.is) {
    case "asking":
    case "sending":
      return null;
    case "checking":
      return <Note text="Asking what became of it…" />;
    case "unknown":
      return (
        <Note text="The connection broke while sending. We do not know if it ran. Checking asks with the same request id: it runs once, however often it is asked.">
          <Button onPress={onCheck} label="Check">{`Check by request id ${shortId(sending.requestId)}`}</Button>
        </Note>
      );
    case "stale":
      return (
        <Note text={`Not requeued: the plan is out of date. ${sending.refusal.message}`}>
          <Button onPress={onNewPlan}>Make a new plan</Button>
        </Note>
      );
    case "refused":
      return <Note text={`Not requeued: ${sending.refusal.message}`} />;
  }
}

function Note({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <section className="sec" role="alert" data-testid="outcome">
      <div className="note" data-s="warn">
        <Icon name="warn" />
        <div className="say">
          <p>{text}</p>
          {children !== undefined && <div className="do">{children}</div>}
        </div>
      </div>
    </section>
  );
}
