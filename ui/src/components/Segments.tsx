/** One of a few, all visible: filters by state, meters, parts of a timeline. */
import type { ReactNode } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";

export interface Segment { id: string; label: string; content?: ReactNode }

interface Props { label: string; items: Segment[]; value: string; onChange: (id: string) => void }

export function Segments({ label, items, value, onChange }: Props) {
  return (
    <ToggleButtonGroup
      className="seg"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [first] = keys;
        if (first !== undefined) onChange(String(first));
      }}
    >
      {items.map((item) => (
        <ToggleButton key={item.id} id={item.id} aria-label={item.label}>
          {item.content ?? item.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
