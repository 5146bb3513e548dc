/** What narrows the list: tokens that can be taken off, the filter form, and the switch of states with its counts. */
import { useState } from "react";
import type { StateCount } from "../../api/generated/StateCount";
import { Icon } from "../../components/Icon";
import { Segments } from "../../components/Segments";
import { stateShape } from "../../components/Status";
import { count } from "../../lib/units";
import { STATES, stateWord } from "../../lib/words";
import { useKeys } from "../../state/keys";
import { patch } from "../../state/place";
import { FilterForm } from "./FilterForm";
import { stateOf, tokensOf } from "./filter";

interface Props {
  q: Record<string, string>;
  counts: StateCount[] | undefined;
  all: number | undefined;
  kinds: string[];
  tenants: string[];
}

export function FilterBar({ q, counts, all, kinds, tenants }: Props) {
  const [open, setOpen] = useState(false);
  useKeys({ "/": () => setOpen(true), "ctrl+f": () => setOpen(true) });
  const number = (n: number | undefined) => (n === undefined ? "…" : count(n));
  const segments = [
    { id: "all", label: `all ${number(all)}`, content: `all ${number(all)}` },
    ...STATES.map((state) => {
      const label = `${stateWord(state)} ${number(counts === undefined ? undefined : (counts.find((one) => one.state === state)?.count ?? 0))}`;
      return {
        id: state,
        label,
        content: (
          <>
            <Icon name={stateShape(state)} />
            {label}
          </>
        ),
      };
    }),
  ];
  return (
    <div className="filters wraps">
      {tokensOf(q).map((token) => (
        <span className="token" key={token.name}>
          <span>{token.name}</span> <b className="cut" title={token.value}>{token.value}</b>
          <button type="button" aria-label={`Remove the filter ${token.name} ${token.value}`} onClick={() => patch({ [token.name]: undefined, row: undefined }, "push")}>
            <Icon name="x" />
          </button>
        </span>
      ))}
      <FilterForm key={JSON.stringify(tokensOf(q))} open={open} onOpenChange={setOpen} q={q} kinds={kinds} tenants={tenants} />
      <span className="push" />
      <Segments
        label="State"
        items={segments}
        value={stateOf(q) ?? "all"}
        onChange={(id) => patch({ state: id === "all" ? undefined : id, row: undefined }, "push")}
      />
    </div>
  );
}
