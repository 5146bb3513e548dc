/** The filter form: tenant and kind from what exists, key and error class exact. Enter applies, Esc leaves. */
import { useRef, useState, type FormEvent } from "react";
import { Dialog, Popover } from "react-aria-components";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { patch } from "../../state/place";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  q: Record<string, string>;
  kinds: string[];
  tenants: string[];
}

export function FilterForm({ open, onOpenChange, q, kinds, tenants }: Props) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [values, setValues] = useState({ tenant: q["tenant"] ?? "", kind: q["kind"] ?? "", key: q["key"] ?? "", error: q["error"] ?? "" });
  const set = (name: keyof typeof values) => (value: string) => setValues({ ...values, [name]: value });
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onOpenChange(false);
    const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim() === "" ? undefined : value.trim()]));
    patch({ ...trimmed, row: undefined }, "push");
  };
  return (
    <>
      <Button ref={trigger} kind="quiet" keys="/" onPress={() => onOpenChange(!open)}>
        <Icon name="plus" />
        Filter
      </Button>
      <Popover className="popover" triggerRef={trigger} isOpen={open} onOpenChange={onOpenChange} placement="bottom start">
        <Dialog aria-label="Filter" className="dialog">
          <form className="form" onSubmit={apply}>
            <Choice name="Tenant" value={values.tenant} options={tenants} onChange={set("tenant")} first />
            <Choice name="Kind" value={values.kind} options={kinds} onChange={set("kind")} />
            <Text name="Idempotency key, exact" value={values.key} onChange={set("key")} />
            <Text name="Error class, exact" value={values.error} onChange={set("error")} />
            <div className="row">
              <span className="push" />
              <button type="submit" className="btn primary">
                Apply<kbd aria-hidden="true">Enter</kbd>
              </button>
            </div>
          </form>
        </Dialog>
      </Popover>
    </>
  );
}

interface FieldProps { name: string; value: string; onChange: (value: string) => void }

function Choice({ name, value, options, onChange, first = false }: FieldProps & { options: string[]; first?: boolean }) {
  const all = value !== "" && !options.includes(value) ? [value, ...options] : options;
  return (
    <label>
      <span className="label">{name}</span>
      <select className="field" value={value} autoFocus={first} onChange={(event) => onChange(event.target.value)}>
        <option value="">any</option>
        {all.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

function Text({ name, value, onChange }: FieldProps) {
  return (
    <label>
      <span className="label">{name}</span>
      <input className="field" value={value} spellCheck={false} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
