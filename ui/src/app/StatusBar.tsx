/** The status bar: how fresh the numbers are, the zone of the times, who is at the desk; and results, said once. */
import { useEffect, useState } from "react";
import type { Workspace } from "../api/generated/Workspace";
import { Icon } from "../components/Icon";
import { clockSeconds, span, zoneName } from "../lib/time";
import { useNews } from "../state/announce";
import { useFreshness } from "../state/freshness";
import { setView, useView, useZone } from "../state/place";
import { openSheet } from "../state/sheet";
import { useSystemDark } from "./useLook";

const NEWS_TIME = 8_000;

export function FreshChip() {
  const zone = useZone();
  const { kind, asOf, age, noWrites } = useFreshness();
  const at = asOf === null ? "…" : clockSeconds(asOf, zone);
  if (kind === "live") {
    return (
      <span className="fresh" data-s="live" data-testid="freshness">
        <Icon name="live" />
        <span className="tn">Live, as of {at}</span>
      </span>
    );
  }
  const words =
    kind === "updating" ? `Updating, as of ${at}`
    : kind === "offline" ? `Offline, showing ${at}`
    : `Stale ${span(age)}, as of ${at}${noWrites === null ? "" : ", changes are off"}`;
  return (
    <span className="fresh" data-s={kind === "updating" ? undefined : "stale"} data-testid="freshness">
      <Icon name={kind === "updating" ? "s-running" : kind === "offline" ? "s-cancelled" : "warn"} />
      <span className="tn">{words}</span>
    </span>
  );
}

function News() {
  const news = useNews();
  const [shown, setShown] = useState<string>("");
  useEffect(() => {
    if (news === null) return;
    setShown(news.text);
    const timer = setTimeout(() => setShown(""), NEWS_TIME);
    return () => clearTimeout(timer);
  }, [news]);
  return (
    <span role="status" aria-live="polite" className="med" data-testid="news">
      {shown}
    </span>
  );
}

export function StatusBar({ workspace }: { workspace: Workspace | undefined }) {
  const view = useView();
  const zone = useZone();
  const system = useSystemDark();
  const theme = view.theme ?? (system ? "dark" : "light");
  return (
    <footer className="status">
      <FreshChip />
      <button type="button" className="plain" title="Switch between local time and UTC" onClick={() => setView({ zone: zone === "utc" ? undefined : "utc" })}>
        {zoneName(workspace?.as_of ?? Date.now(), zone)}
      </button>
      <News />
      <span className="push" data-testid="operator">{workspace === undefined ? "…" : workspace.operator}</span>
      <span>{workspace === undefined ? "…" : workspace.database === "sqlite" ? "SQLite" : "Postgres"}</span>
      <button type="button" className="plain" onClick={() => setView({ theme: theme === "dark" ? "light" : "dark" })}>
        {theme === "dark" ? "Dark" : "Light"}
      </button>
      <button type="button" className="plain" onClick={() => openSheet({ name: "shortcuts" })}>
        Shortcuts <kbd>?</kbd>
      </button>
    </footer>
  );
}
