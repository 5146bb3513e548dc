/**
 * A grid of many rows of which only the visible ones exist.
 *
 * One row is selected; the grid has the focus and names the selected row, so rows that come and go never take focus with them.
 */
import { useEffect, useId, useRef, type ReactNode } from "react";
import type { Column } from "./column";
import { GridHead } from "./GridHead";
import { GridRow } from "./GridRow";
import { useGridKeys } from "./useGridKeys";
import { useGridRows } from "./useGridRows";

export interface GridProps<T> {
  label: string;
  columns: Column<T>[];
  rows: T[];
  rowId: (row: T) => string;
  rowHeight: number;
  /** How many there are in all, loaded or not. */
  total?: number | undefined;
  selected?: string | undefined;
  onSelect: (id: string) => void;
  onOpen?: ((id: string) => void) | undefined;
  onPeek?: ((id: string) => void) | undefined;
  /** Called when the last loaded row comes near. */
  onEnd?: (() => void) | undefined;
  rowClass?: (row: T) => string;
  /** A row that is one sentence over all columns. */
  sentence?: (row: T) => ReactNode | null;
  style?: "plain" | "object" | "dense";
  main?: boolean;
  testId?: string;
}

export function DataGrid<T extends object>(props: GridProps<T>) {
  const { columns, rows, rowId, rowHeight, selected, onSelect, onOpen, onPeek, onEnd, main = true } = props;
  const base = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const { seen, above, below, end, scrollTo } = useGridRows({ columns, rows, rowId, rowHeight, scroller });
  const at = selected === undefined ? -1 : rows.findIndex((row) => rowId(row) === selected);

  useGridKeys({
    grid,
    main,
    count: rows.length,
    at,
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 600) / rowHeight) - 2),
    select(index) {
      const row = rows[index];
      if (row === undefined) return;
      onSelect(rowId(row));
      scrollTo(index);
    },
    open: onOpen && selected !== undefined ? () => onOpen(selected) : undefined,
    peek: onPeek && selected !== undefined ? () => onPeek(selected) : undefined,
  });

  // After a click on a link or a key that changed the screen, the keys belong to its list.
  useEffect(() => {
    if (main && document.activeElement !== document.body) grid.current?.focus({ preventScroll: true });
  }, [main]);
  useEffect(() => {
    if (onEnd !== undefined && rows.length > 0 && end >= rows.length - 20) onEnd();
  }, [end, rows.length, onEnd]);

  return (
    <div className="gridbox" ref={scroller} data-testid={props.testId}>
      <table
        ref={grid}
        className={props.style === "object" ? "tbl object" : props.style === "dense" ? "tbl dense" : "tbl"}
        role="grid"
        aria-label={props.label}
        aria-rowcount={(props.total ?? rows.length) + 1}
        aria-colcount={columns.length}
        aria-activedescendant={at >= 0 ? `${base}${selected ?? ""}` : undefined}
        tabIndex={0}
        style={{ minWidth: leastWidth(columns) }}
      >
        <GridHead columns={columns} />
        <tbody role="rowgroup">
          <Pad height={above} span={columns.length} />
          {seen.map(({ row, data, index }) => (
            <GridRow
              key={row.id}
              id={`${base}${row.id}`}
              rowId={row.id}
              index={index + 2}
              selected={row.id === selected}
              className={props.rowClass?.(data) ?? ""}
              columns={columns}
              sentence={props.sentence?.(data) ?? null}
              cells={columns.map((column) => column.cell(data))}
              onSelect={onSelect}
              onOpen={onOpen}
            />
          ))}
          <Pad height={below} span={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

/** Narrower than this the grid scrolls sideways: columns stay reachable, none is squeezed to nothing. */
function leastWidth<T>(columns: Column<T>[]): number {
  return columns.reduce((sum, column) => sum + (typeof column.width === "number" ? column.width : column.width === undefined ? 120 : 0), 0);
}

function Pad({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr className="pad" aria-hidden="true">
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}
