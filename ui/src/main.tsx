/** Starts the console: the platform first, then the window. */
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./styles/index.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { choosePlatform } from "./platform";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

const platform = await choosePlatform();
createRoot(root).render(<App platform={platform} />);
