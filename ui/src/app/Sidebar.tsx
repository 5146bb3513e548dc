/** The sidebar: five screens, and the one count that wants a person. */
import { useGroupsSeen, useNow } from "../api/queries";
import { Icon, type IconName } from "../components/Icon";
import { Link } from "../components/Link";
import type { Place, Screen } from "../lib/place";
import { millis } from "../lib/time";
import { count } from "../lib/units";
import { openSheet } from "../state/sheet";

const SCREENS: { screen: Screen; inner: Screen; name: string; icon: IconName }[] = [
  { screen: "now", inner: "now", name: "Now", icon: "n-now" },
  { screen: "jobs", inner: "job", name: "Jobs", icon: "n-jobs" },
  { screen: "dead-letters", inner: "group", name: "Dead letters", icon: "n-dead" },
  { screen: "ledger", inner: "account", name: "Ledger", icon: "n-ledger" },
];

export function Sidebar({ place }: { place: Place }) {
  const now = useNow().data;
  const groups = useGroupsSeen();
  // Beside the dead letters the count is of the same read as the list.
  const listed = groups !== undefined && now !== undefined && millis(groups.as_of) >= millis(now.as_of) ? groups.groups.reduce((sum, one) => sum + one.jobs, 0) : undefined;
  const dead = listed ?? now?.states.find((one) => one.state === "dead_letter")?.count;
  return (
    <aside className="side">
      <button type="button" className="goto" onClick={() => openSheet({ name: "palette" })}>
        <Icon name="search" />
        <span>Go to</span>
        <kbd>Ctrl K</kbd>
      </button>
      <nav className="nav" aria-label="Screens">
        {SCREENS.map(({ screen, inner, name, icon }) => (
          <Link key={screen} to={{ screen, q: {} }} current={place.screen === screen || place.screen === inner}>
            <Icon name={icon} className="i i16" />
            <span>{name}</span>
            {screen === "dead-letters" && (
              <span className="n" data-s={dead === undefined || dead === 0 ? undefined : "dead"} data-testid="dead-count">
                {dead === undefined ? "…" : count(dead)}
              </span>
            )}
          </Link>
        ))}
      </nav>
    </aside>
  );
}
