/** Copies the whole of what is shown shortened, and says whether it did. */
import { announce } from "../state/announce";
import { Icon } from "./Icon";

/** The clipboard can be refused or missing in a WebView: then a hidden field and the old command, then the truth. */
export async function copyText(text: string, what: string): Promise<void> {
  if ((await modern(text)) || old(text)) announce(`Copied ${what}`);
  else announce(`The ${what} could not be copied: the system refused`);
}

async function modern(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function old(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
  }
}

export function Copy({ text, what }: { text: string; what: string }) {
  return (
    <button type="button" className="copy" aria-label={`Copy ${what}`} title={`Copy ${what}`} onClick={() => void copyText(text, what)}>
      <Icon name="copy" />
    </button>
  );
}
