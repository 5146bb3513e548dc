/** Row heights of the window's one density; the same numbers as in tokens.css, which the virtual window cannot read. */
import { useView } from "../state/place";

export function useRowHeight(kind: "row" | "object" = "row"): number {
  const { density } = useView();
  if (kind === "object") return density === "wide" ? 56 : 48;
  return density === "compact" ? 24 : density === "wide" ? 40 : 28;
}
