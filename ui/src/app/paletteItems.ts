/** What the palette offers for what was typed, best first. */
import type { JobRow } from "../api/generated/JobRow";
import type { IconName } from "../components/Icon";
import { stateShape } from "../components/Status";
import { isJobId, shortId } from "../lib/ids";
import { stateWord } from "../lib/words";
import { go, setView } from "../state/place";
import { openSheet } from "../state/sheet";

export interface PaletteItem { id: string; icon: IconName; text: string; hint: string; run: () => void }

const FIXED: PaletteItem[] = [
  { id: "now", icon: "n-now", text: "Now", hint: "G N", run: () => go({ screen: "now", q: {} }) },
  { id: "jobs", icon: "n-jobs", text: "Jobs", hint: "G J", run: () => go({ screen: "jobs", q: {} }) },
  { id: "dead", icon: "n-dead", text: "Dead letters", hint: "G D", run: () => go({ screen: "dead-letters", q: {} }) },
  { id: "ledger", icon: "n-ledger", text: "Ledger", hint: "G L", run: () => go({ screen: "ledger", q: {} }) },
  { id: "mode", icon: "lock", text: "Allow changes or go back to read only", hint: "", run: () => openSheet({ name: "mode" }) },
  { id: "light", icon: "right", text: "Light theme", hint: "", run: () => setView({ theme: "light" }) },
  { id: "dark", icon: "right", text: "Dark theme", hint: "", run: () => setView({ theme: "dark" }) },
  { id: "system", icon: "right", text: "Theme of the system", hint: "", run: () => setView({ theme: undefined }) },
  { id: "compact", icon: "right", text: "Compact rows", hint: "24", run: () => setView({ density: "compact" }) },
  { id: "normal", icon: "right", text: "Normal rows", hint: "28", run: () => setView({ density: undefined }) },
  { id: "wide", icon: "right", text: "Wide rows", hint: "40", run: () => setView({ density: "wide" }) },
  { id: "utc", icon: "right", text: "Times in UTC", hint: "", run: () => setView({ zone: "utc" }) },
  { id: "local", icon: "right", text: "Times of this machine", hint: "", run: () => setView({ zone: undefined }) },
  { id: "keys", icon: "right", text: "Shortcuts", hint: "?", run: () => openSheet({ name: "shortcuts" }) },
];

export function paletteItems(typed: string, tenants: string[], byKey: JobRow[]): PaletteItem[] {
  const wanted = typed.toLowerCase();
  const found: PaletteItem[] = [];
  if (isJobId(typed)) {
    found.push({ id: "id", icon: "n-jobs", text: `Job ${shortId(typed)}`, hint: "by id", run: () => go({ screen: "job", id: typed.toLowerCase(), q: {} }) });
  }
  for (const job of byKey) {
    found.push({
      id: job.id,
      icon: stateShape(job.state),
      text: `${job.kind} of ${job.tenant}, ${stateWord(job.state)}`,
      hint: `key ${job.idempotency_key ?? ""}`,
      run: () => go({ screen: "job", id: job.id, q: {} }),
    });
  }
  for (const tenant of tenants) {
    if (wanted === "" || !tenant.toLowerCase().includes(wanted)) continue;
    found.push({ id: `tenant ${tenant}`, icon: "n-ledger", text: `Ledger of ${tenant}`, hint: "tenant", run: () => go({ screen: "account", id: tenant, q: {} }) });
    found.push({ id: `jobs ${tenant}`, icon: "n-jobs", text: `Jobs of ${tenant}`, hint: "tenant", run: () => go({ screen: "jobs", q: { tenant } }) });
  }
  return [...found, ...FIXED.filter((item) => item.text.toLowerCase().includes(wanted))];
}
