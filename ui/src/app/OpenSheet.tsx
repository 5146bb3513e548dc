/** The sheet that is open, if one is. */
import type { Workspace } from "../api/generated/Workspace";
import { RequeueSheet } from "../features/overrides/RequeueSheet";
import { closeSheet, useSheet } from "../state/sheet";
import { ModeSheet } from "./ModeSheet";
import { Palette } from "./Palette";
import { ShortcutSheet } from "./ShortcutSheet";

export function OpenSheet({ workspace }: { workspace: Workspace | undefined }) {
  const sheet = useSheet();
  switch (sheet?.name) {
    case "requeue":
      return <RequeueSheet key={sheet.job} id={sheet.job} onClose={closeSheet} />;
    case "mode":
      return <ModeSheet workspace={workspace} onClose={closeSheet} />;
    case "palette":
      return <Palette onClose={closeSheet} />;
    case "shortcuts":
      return <ShortcutSheet onClose={closeSheet} />;
    case undefined:
      return null;
  }
}
