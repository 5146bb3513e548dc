/** A column of a grid, as a screen describes it. */
import type { ReactNode } from "react";

export interface Column<T> {
  id: string;
  head: ReactNode;
  /** Words of the head, where it is not text. */
  label?: string;
  /** Fixed width; a column without one takes what is left. */
  width?: number | string;
  /** Right-aligned tabular figures. */
  number?: boolean;
  sorted?: "ascending" | "descending";
  className?: string;
  cell: (row: T) => ReactNode;
}
