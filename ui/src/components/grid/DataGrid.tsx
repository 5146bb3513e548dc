/**
 * A grid of many rows of which only the visible ones exist: columns by TanStack Table, window by TanStack Virtual.
 *
 * One row is selected; the grid has the focus and names the selected row, so rows that come and go never take focus with them.
 */
import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useId, useMemo, useRef, type ReactNode } from "react";
import type { Column } from "./column";
import { GridHead } from "./GridHead";
import { GridRow } from "./GridRow";
import { useGridKeys } from "./useGridKeys";

const features = tableFeatures({});
const helper = createColumnHelper<typeof features, object>();
const HEAD = 28;

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

  const defs = useMemo(
    () => columns.map((column) => helper.display({ id: column.id, header: () => column.head, cell: (info) => column.cell(info.row.original as T) })),
    [columns],
  );
  const table = useTable({ features, columns: defs, data: rows, getRowId: (row) => rowId(row as T) });
  const model = table.getRowModel().rows;
  const virtual = useVirtualizer({
    count: model.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => model[index]?.id ?? index,
    overscan: 12,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    initialRect: { width: 800, height: 600 },
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);

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
      virtual.scrollToIndex(index);
    },
    open: onOpen && selected !== undefined ? () => onOpen(selected) : undefined,
    peek: onPeek && selected !== undefined ? () => onPeek(selected) : undefined,
  });

  // After a click on a link or a key that changed the screen, the keys belong to its list.
  useEffect(() => {
    if (main && document.activeElement !== document.body) grid.current?.focus({ preventScroll: true });
  }, [main]);

  const items = virtual.getVirtualItems();
  const first = items[0];
  const last = items[items.length - 1];
  const end = last?.index ?? -1;
  useEffect(() => {
    if (onEnd !== undefined && rows.length > 0 && end >= rows.length - 20) onEnd();
  }, [end, rows.length, onEnd]);

  const style = props.style === "object" ? "tbl object" : props.style === "dense" ? "tbl dense" : "tbl";
  return (
    <div className="gridbox" ref={scroller} data-testid={props.testId}>
      <table
        ref={grid}
        className={style}
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
          <Pad height={first === undefined ? 0 : first.start - HEAD} span={columns.length} />
          {items.map((item) => {
            const row = model[item.index];
            if (row === undefined) return null;
            const data = row.original as T;
            return (
              <GridRow
                key={row.id}
                id={`${base}${row.id}`}
                rowId={row.id}
                index={item.index + 2}
                selected={row.id === selected}
                className={props.rowClass?.(data) ?? ""}
                columns={columns}
                sentence={props.sentence?.(data) ?? null}
                cells={row.getAllCells().map((cell) => <table.FlexRender key={cell.id} cell={cell} />)}
                onSelect={onSelect}
                onOpen={onOpen}
              />
            );
          })}
          <Pad height={last === undefined ? 0 : virtual.getTotalSize() + HEAD - last.end} span={columns.length} />
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
