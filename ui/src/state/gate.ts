/** May this window change something right now, and if not, why not: the words every disabled write button shows. */
import { useFreshness } from "./freshness";
import { useMode } from "./mode";

export interface Gate { open: boolean; reason: string | null }

export function useGate(): Gate {
  const mode = useMode();
  const { noWrites } = useFreshness();
  if (noWrites !== null) return { open: false, reason: noWrites };
  if (!mode.allowed) return { open: false, reason: "This window is read only. Press “Read only” in the band at the top to allow changes." };
  return { open: true, reason: null };
}
