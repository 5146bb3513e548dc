/** Providers around the frame; nothing here knows a screen. */
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, useEffect, useState } from "react";
import { I18nProvider } from "react-aria-components";
import { followHints, makeClient } from "../api/client";
import { Sprite } from "../components/Icon";
import type { Platform } from "../platform";
import { followUse } from "../state/mode";
import { Frame } from "./Frame";

export function App({ platform }: { platform: Platform }) {
  const [client] = useState(makeClient);
  useEffect(() => followHints(client, platform), [client, platform]);
  useEffect(followUse, []);
  return (
    <StrictMode>
      {/* An explicit locale: in a desktop without one the WebView reports "C", which Intl refuses. */}
      <I18nProvider locale="en-GB">
        <QueryClientProvider client={client}>
          <Sprite />
          <Frame />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>
  );
}
