/** Ctrl K: go to a screen, a job by its id, jobs with a key, a tenant's ledger; or change how the window looks. */
import { useDeferredValue, useId, useState } from "react";
import { useAccounts, useJobsByKey } from "../api/queries";
import { Icon } from "../components/Icon";
import { Sheet } from "../components/Sheet";
import { paletteItems } from "./paletteItems";

export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const list = useId();
  const typed = useDeferredValue(text.trim());
  const accounts = useAccounts().data;
  const byKey = useJobsByKey(typed.length >= 2 ? typed : "").data;
  const tenants = [...new Set((accounts?.items ?? []).map((one) => one.tenant))];
  const items = paletteItems(typed, tenants, typed.length >= 2 ? (byKey?.items ?? []) : []);
  const index = Math.min(at, items.length - 1);
  const run = (i: number) => {
    const item = items[i];
    if (item === undefined) return;
    onClose();
    item.run();
  };
  return (
    <Sheet size="palette" title="Go to" bare onClose={onClose}>
      <div className="sec">
        <input
          autoFocus
          className="field"
          role="combobox"
          aria-label="Go to"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={items.length > 0 ? `${list}${index}` : undefined}
          placeholder="Screen, job id, idempotency key or tenant"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
            if (step !== 0) {
              event.preventDefault();
              setAt((index + step + items.length) % Math.max(1, items.length));
            } else if (event.key === "Enter") {
              event.preventDefault();
              run(index);
            }
          }}
        />
      </div>
      <div className="menu" role="listbox" id={list} aria-label="Places">
        {items.map((item, i) => (
          <div key={item.id} id={`${list}${i}`} role="option" aria-selected={i === index} onPointerMove={() => setAt(i)} onClick={() => run(i)}>
            <Icon name={item.icon} className={item.icon.startsWith("n-") ? "i i16" : "i"} />
            <span className="cut">{item.text}</span>
            <span className="hint">{item.hint}</span>
          </div>
        ))}
        {items.length === 0 && <p className="mut say pad">Nothing is called “{typed}”. A key must be typed whole.</p>}
      </div>
    </Sheet>
  );
}
