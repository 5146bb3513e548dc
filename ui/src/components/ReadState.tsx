/** What stands where data is not there yet, or could not be read. */
import { useEffect, useState } from "react";
import { Refusal } from "../api/problem";
import { Button } from "./Button";
import { copyText } from "./Copy";
import { Icon } from "./Icon";

/** True once something has been pending for 300 ms: what is faster shows nothing in between. */
export function useSlow(pending: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!pending) {
      setSlow(false);
      return;
    }
    const timer = setTimeout(() => setSlow(true), 300);
    return () => clearTimeout(timer);
  }, [pending]);
  return slow;
}

/** Bars in place of rows; they do not move. */
export function Skeleton({ rows = 8, heads }: { rows?: number; heads: string[] }) {
  const slow = useSlow(true);
  if (!slow) return null;
  return (
    <table className="tbl" aria-busy="true" aria-label="Loading">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr className="skel" key={row}>
            {heads.map((head, i) => (
              <td key={head}>
                <i style={{ width: `${40 + ((row * 7 + i * 13) % 35)}%` }} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface FailedProps { what: string; error: unknown; onAgain: () => void }

/** A read failed: what could not be read, that nothing was changed, and a way on. */
export function ReadFailed({ what, error, onAgain }: FailedProps) {
  const refusal = Refusal.of(error);
  const details = `${what} could not be read\ncode: ${refusal.code}\nstatus: ${refusal.status}\n${refusal.message}`;
  return (
    <div className="say pad" role="alert">
      <div className="note" data-s="warn">
        <Icon name="warn" />
        <div className="say">
          <p>
            {what} could not be read: {refusal.message}. Nothing was changed.
          </p>
          <div className="do">
            <Button onPress={onAgain} keys="Ctrl R">
              Try again
            </Button>
            <Button onPress={() => void copyText(details, "details")}>Copy details</Button>
          </div>
        </div>
      </div>
    </div>
  );
}

/** The first sentence while there is no answer: an ellipsis, never a zero; or that there is none. */
export function noAnswer(read: { isError: boolean }): string {
  return read.isError ? "This could not be read." : "…";
}
