/** The head of a grid: names, units, and the arrow of the order. */
import { Icon } from "../Icon";
import type { Column } from "./column";

export function GridHead<T>({ columns }: { columns: Column<T>[] }) {
  return (
    <>
      <colgroup>
        {columns.map((column) => (
          <col key={column.id} style={column.width === undefined ? undefined : { width: column.width }} />
        ))}
      </colgroup>
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {columns.map((column) => (
            <th key={column.id} role="columnheader" className={column.number === true ? "num" : undefined} aria-sort={column.sorted} aria-label={column.label}>
              {column.sorted === undefined || column.number === true ? (
                column.head
              ) : (
                <span className="cell">
                  {column.head}
                  <Icon name="sort" />
                </span>
              )}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}
