/** One row: a click selects, a second one opens. Links inside keep their own meaning. */
import type { MouseEvent, ReactNode } from "react";
import type { Column } from "./column";

interface Props<T> {
  id: string;
  rowId: string;
  index: number;
  selected: boolean;
  className: string;
  columns: Column<T>[];
  sentence: ReactNode | null;
  cells: ReactNode[];
  onSelect: (id: string) => void;
  onOpen?: ((id: string) => void) | undefined;
}

function onControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest("a, button") !== null;
}

export function GridRow<T>({ id, rowId, index, selected, className, columns, sentence, cells, onSelect, onOpen }: Props<T>) {
  if (sentence !== null) {
    return (
      <tr id={id} role="row" aria-rowindex={index} className="gap">
        <td role="gridcell" colSpan={columns.length}>
          {sentence}
        </td>
      </tr>
    );
  }
  return (
    <tr
      id={id}
      role="row"
      aria-rowindex={index}
      aria-selected={selected}
      className={className}
      data-row={rowId}
      onClick={(event) => {
        if (!onControl(event)) onSelect(rowId);
      }}
      onDoubleClick={(event) => {
        if (!onControl(event)) onOpen?.(rowId);
      }}
    >
      {columns.map((column, i) => (
        <td key={column.id} role="gridcell" className={`${column.number === true ? "num" : ""} ${column.className ?? ""}`}>
          {cells[i]}
        </td>
      ))}
    </tr>
  );
}
