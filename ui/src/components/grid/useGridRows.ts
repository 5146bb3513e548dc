/** The rows of a grid by TanStack Table, and by TanStack Virtual only those that can be seen. */
import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, type RefObject } from "react";
import type { Column } from "./column";

/** Height of the head, which stays in view over the rows. */
const HEAD = 28;

const features = tableFeatures({});
const helper = createColumnHelper<typeof features, object>();

interface Rows<T> {
  columns: Column<T>[];
  rows: T[];
  rowId: (row: T) => string;
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
}

export function useGridRows<T extends object>({ columns, rows, rowId, rowHeight, scroller }: Rows<T>) {
  // Cells are drawn by the rows themselves: rendered by the table, each new list of columns would replace what is in them, and a
  // click whose text is replaced between press and release never happens.
  const defs = useMemo(
    () => columns.map((column) => helper.display({ id: column.id, header: () => column.head })),
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

  const items = virtual.getVirtualItems();
  const first = items[0];
  const last = items[items.length - 1];
  return {
    seen: items.flatMap((item) => {
      const row = model[item.index];
      return row === undefined ? [] : [{ row, data: row.original as T, index: item.index }];
    }),
    /** Room of the rows above and below the seen ones. */
    above: first === undefined ? 0 : first.start - HEAD,
    below: last === undefined ? 0 : virtual.getTotalSize() + HEAD - last.end,
    end: last?.index ?? -1,
    scrollTo: (index: number) => virtual.scrollToIndex(index),
  };
}
