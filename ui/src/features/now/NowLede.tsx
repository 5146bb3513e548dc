/** The sentence of the Now screen. Every number in it opens its list. */
import type { Now } from "../../api/generated/Now";
import { Link } from "../../components/Link";
import { clock, since, type Zone } from "../../lib/time";
import { percent } from "../../lib/units";
import { plural } from "../../lib/words";
import { useZone } from "../../state/place";

function countOf(now: Now, state: string) {
  return now.states.find((one) => one.state === state);
}

export function NowLede({ now }: { now: Now }) {
  const zone = useZone();
  const dead = countOf(now, "dead_letter");
  const n = dead?.count ?? 0;
  const top = now.groups[0];
  const tenants = new Set(now.blocked.map((one) => one.tenant)).size;
  const succeeded = countOf(now, "succeeded")?.last_hour ?? 0;
  const share = top === undefined || n === 0 ? "" : now.group_count === 1 ? ", all from one error" : `, ${percent(BigInt(top.jobs), BigInt(n), 0)} from one error`;
  return (
    <>
      {n === 0 ? (
        <>No dead letters. {plural(succeeded, "job")} succeeded in the last hour.</>
      ) : (
        <>
          <Link to={{ screen: "dead-letters", q: {} }}>{plural(n, "dead letter")}</Link>
          {dead?.oldest ? `, all since ${since(dead.oldest, now.as_of, zone)}` : ""}
          {share}.
        </>
      )}{" "}
      {tenants > 0 && (
        <>
          <Link to={{ screen: "ledger", q: {} }}>{plural(tenants, "tenant")}</Link> had submissions refused.
        </>
      )}
    </>
  );
}

export function nowSub(now: Now, zone: Zone): string {
  const top = now.groups[0];
  const succeeded = countOf(now, "succeeded")?.last_hour ?? 0;
  const running = countOf(now, "running")?.count ?? 0;
  const flow = `${plural(succeeded, "job")} succeeded in the last hour, ${plural(running, "job")} ${running === 1 ? "runs" : "run"} now.`;
  if (top === undefined) return running === 0 ? "Nothing runs at the moment." : `${plural(running, "job")} ${running === 1 ? "runs" : "run"} now.`;
  return `The largest group, ${top.class}, was last seen at ${clock(top.last_at, zone)}. ${flow}`;
}
