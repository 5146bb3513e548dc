/** Names with values, one a line. */
import { Fragment, type ReactNode } from "react";

export interface Fact { name: string; /** Where names repeat. */ id?: string; value: ReactNode; mono?: boolean; wrap?: boolean }

export function Facts({ facts }: { facts: (Fact | null)[] }) {
  return (
    <dl className="kv">
      {facts.map((fact) =>
        fact === null ? null : (
          <Fragment key={fact.id ?? fact.name}>
            <dt>{fact.name}</dt>
            <dd className={`${fact.mono === true ? "mono" : ""} ${fact.wrap === true ? "wrap" : ""}`}>{fact.value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}

