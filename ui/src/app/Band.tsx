/** The band: which world this is, first as a word; and whether it may be changed. */
import { useEffect } from "react";
import type { Workspace } from "../api/generated/Workspace";
import { Icon } from "../components/Icon";
import { shortId } from "../lib/ids";
import type { Place } from "../lib/place";
import { useFreshness } from "../state/freshness";
import { useMode } from "../state/mode";
import { openSheet } from "../state/sheet";

export function titleOf(place: Place): string {
  switch (place.screen) {
    case "now":
      return "Now";
    case "jobs":
      return "Jobs";
    case "job":
      return `Job ${shortId(place.id ?? "")}`;
    case "dead-letters":
    case "group":
      return "Dead letters";
    case "ledger":
      return "Ledger";
    case "account":
      return `${place.id ?? ""}, ledger`;
  }
}

export function Band({ place, workspace }: { place: Place; workspace: Workspace | undefined }) {
  const { allowed, minutesLeft } = useMode();
  const { kind } = useFreshness();
  const title = titleOf(place);
  const env = workspace?.environment.toUpperCase() ?? "…";
  useEffect(() => {
    document.title = `${env} ${workspace?.name ?? ""}: ${title} - Onceover`;
  }, [env, workspace?.name, title]);
  return (
    <header className="band" data-env={workspace?.environment ?? "local"}>
      <div className="env">
        <b data-testid="environment">{env}</b>
        <span>{workspace?.name ?? ""}</span>
        {kind === "offline" && <b>OFFLINE</b>}
      </div>
      <div className="title">{title}</div>
      <div className="right">
        <button type="button" className="mode" data-on={allowed} data-testid="mode" onClick={() => openSheet({ name: "mode" })}>
          <Icon name={allowed ? "unlock" : "lock"} />
          {allowed ? `Changes allowed, ${minutesLeft} min left` : "Read only"}
        </button>
      </div>
    </header>
  );
}
