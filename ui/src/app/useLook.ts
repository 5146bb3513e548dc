/** Theme and density of the window: the address says, else the system does. */
import { useEffect, useState } from "react";
import { useView } from "../state/place";

const DARK = "(prefers-color-scheme: dark)";

export function useSystemDark(): boolean {
  const [dark, setDark] = useState(() => window.matchMedia(DARK).matches);
  useEffect(() => {
    const query = window.matchMedia(DARK);
    const follow = () => setDark(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return dark;
}

export function useLook(): void {
  const view = useView();
  const dark = useSystemDark();
  const theme = view.theme ?? (dark ? "dark" : "light");
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
    if (view.density === undefined) delete document.documentElement.dataset["density"];
    else document.documentElement.dataset["density"] = view.density;
  }, [theme, view.density]);
}
