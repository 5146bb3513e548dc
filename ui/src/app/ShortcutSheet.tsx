/** All keys of the window. None of them changes data; a verb's key only opens its sheet. */
import { Sheet } from "../components/Sheet";
import { Button } from "../components/Button";

const KEYS: [string, string[]][] = [
  ["Go to anything", ["Ctrl K"]],
  ["Now", ["G", "N"]],
  ["Jobs", ["G", "J"]],
  ["Dead letters", ["G", "D"]],
  ["Ledger", ["G", "L"]],
  ["Next and previous row", ["J", "K"]],
  ["First and last row", ["Home", "End"]],
  ["Open", ["Enter"]],
  ["Show beside the list", ["Space"]],
  ["Filter", ["/"]],
  ["Show waiting new rows", ["."]],
  ["Requeue…", ["R"]],
  ["Read again", ["Ctrl R"]],
  ["Read only now", ["Ctrl Shift L"]],
  ["One step back", ["Esc"]],
  ["Confirm in a sheet", ["Ctrl Enter"]],
  ["This list", ["?"]],
];

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet size="narrow" title="Shortcuts" sub="Single letters work when no field has the focus." onClose={onClose}>
      <section className="sec">
        <div className="keys">
          {KEYS.map(([what, keys]) => (
            <div key={what}>
              <span>{what}</span>
              <span>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </span>
            </div>
          ))}
        </div>
      </section>
      <div className="foot">
        <span className="push" />
        <Button onPress={onClose} keys="Esc">
          Close
        </Button>
      </div>
    </Sheet>
  );
}
