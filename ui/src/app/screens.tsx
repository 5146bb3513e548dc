/** Which screen an address opens. */
import { AccountScreen } from "../features/ledger/AccountScreen";
import { AccountsScreen } from "../features/ledger/AccountsScreen";
import { GroupScreen } from "../features/dead-letters/GroupScreen";
import { GroupsScreen } from "../features/dead-letters/GroupsScreen";
import { JobScreen } from "../features/jobs/JobScreen";
import { JobsScreen } from "../features/jobs/JobsScreen";
import { NowScreen } from "../features/now/NowScreen";
import type { Place } from "../lib/place";

export function CurrentScreen({ place }: { place: Place }) {
  const id = place.id ?? "";
  switch (place.screen) {
    case "now":
      return <NowScreen />;
    case "jobs":
      return <JobsScreen q={place.q} />;
    case "job":
      return <JobScreen key={id} id={id} q={place.q} />;
    case "dead-letters":
      return <GroupsScreen q={place.q} />;
    case "group":
      return <GroupScreen key={id} group={id} q={place.q} />;
    case "ledger":
      return <AccountsScreen q={place.q} />;
    case "account":
      return <AccountScreen key={id} tenant={id} q={place.q} />;
  }
}
