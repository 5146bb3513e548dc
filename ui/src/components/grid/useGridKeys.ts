/** Moving in a grid by keys: J K and arrows, Home, End, Page Up and Down; Enter opens, Space shows beside. */
import type { RefObject } from "react";
import { useKeys } from "../../state/keys";

interface Moves {
  grid: RefObject<HTMLElement | null>;
  /** Also answers when nothing has focus. */
  main: boolean;
  count: number;
  at: number;
  page: number;
  select: (index: number) => void;
  open?: (() => void) | undefined;
  peek?: (() => void) | undefined;
}

export function useGridKeys({ grid, main, count, at, page, select, open, peek }: Moves): void {
  const mine = () => {
    const focused = document.activeElement?.closest("[role='grid']") ?? null;
    return focused === null ? main : focused === grid.current;
  };
  const move = (to: number) => () => {
    if (!mine() || count === 0) return false;
    select(Math.min(count - 1, Math.max(0, to)));
    return true;
  };
  const act = (what: (() => void) | undefined) => () => {
    if (!mine() || what === undefined || at < 0) return false;
    what();
    return true;
  };
  const down = move(at + 1);
  const up = move(at < 0 ? 0 : at - 1);
  useKeys({
    j: down,
    k: up,
    arrowdown: down,
    arrowup: up,
    home: move(0),
    end: move(count - 1),
    "ctrl+home": move(0),
    "ctrl+end": move(count - 1),
    pagedown: move(at + page),
    pageup: move(at - page),
    enter: act(open),
    space: act(peek),
  });
}
