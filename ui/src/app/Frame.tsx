/** The frame of every screen: band, sidebar, the screen itself, status bar, and the sheet that is open. */
import { useQueryClient } from "@tanstack/react-query";
import { useWorkspace } from "../api/queries";
import { go, usePlace } from "../state/place";
import { readOnly } from "../state/mode";
import { openSheet } from "../state/sheet";
import { useKeys } from "../state/keys";
import { Band } from "./Band";
import { CurrentScreen } from "./screens";
import { OpenSheet } from "./OpenSheet";
import { Sidebar } from "./Sidebar";
import { StatusBar } from "./StatusBar";
import { useLook } from "./useLook";

export function Frame() {
  const place = usePlace();
  const workspace = useWorkspace().data;
  const client = useQueryClient();
  useLook();
  useKeys({
    "ctrl+k": () => openSheet({ name: "palette" }),
    "ctrl+p": () => openSheet({ name: "palette" }),
    "ctrl+r": () => void client.invalidateQueries({ type: "active" }),
    f5: () => void client.invalidateQueries({ type: "active" }),
    "ctrl+shift+l": readOnly,
    "?": () => openSheet({ name: "shortcuts" }),
    "g n": () => go({ screen: "now", q: {} }),
    "g j": () => go({ screen: "jobs", q: {} }),
    "g d": () => go({ screen: "dead-letters", q: {} }),
    "g l": () => go({ screen: "ledger", q: {} }),
  });
  return (
    <>
      <div className="app" data-testid="app">
        <Band place={place} workspace={workspace} />
        <div className="work">
          <Sidebar place={place} />
          <CurrentScreen place={place} />
        </div>
        <StatusBar workspace={workspace} />
      </div>
      <OpenSheet workspace={workspace} />
    </>
  );
}
