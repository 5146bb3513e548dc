/**
 * Every shape of the console, drawn once and used by name.
 *
 * Families: round (s-) a job or attempt, square (e-) a ledger entry, arrow (a-) an arrival, angular (o-) an act of a person.
 */

export type IconName =
  "s-queued"
  | "s-running"
  | "s-succeeded"
  | "s-failed"
  | "s-dead"
  | "s-cancelled"
  | "s-lost"
  | "s-blocked"
  | "e-reserve"
  | "e-confirm"
  | "e-cancel"
  | "e-adjust"
  | "e-reverse"
  | "a-created"
  | "a-replayed"
  | "a-refused"
  | "o-act"
  | "o-wait"
  | "n-now"
  | "n-jobs"
  | "n-dead"
  | "n-ledger"
  | "search"
  | "right"
  | "left"
  | "down"
  | "arrow"
  | "x"
  | "lock"
  | "unlock"
  | "live"
  | "plus"
  | "copy"
  | "sort"
  | "warn";

export function Sprite() {
  return (
    <svg className="sprite" aria-hidden="true">
      <symbol id="s-queued" viewBox="0 0 14 14"><circle cx="7" cy="7" r="5.25"/></symbol>
      <symbol id="s-running" viewBox="0 0 14 14"><circle cx="7" cy="7" r="5.25"/><path d="M7 1.75a5.25 5.25 0 0 1 0 10.5z" fill="currentColor" stroke="none"/></symbol>
      <symbol id="s-succeeded" viewBox="0 0 14 14"><path d="M2 7.5 5.5 11 12 3.5" strokeWidth="1.75"/></symbol>
      <symbol id="s-failed" viewBox="0 0 14 14"><path d="M12.25 7a5.25 5.25 0 1 1-1.6-3.8"/><path d="M12.25 1.25V4.25H9.25" /></symbol>
      <symbol id="s-dead" viewBox="0 0 14 14"><path d="M3 3l8 8M11 3l-8 8" strokeWidth="2"/></symbol>
      <symbol id="s-cancelled" viewBox="0 0 14 14"><circle cx="7" cy="7" r="5.25"/><path d="M3.3 10.7l7.4-7.4"/></symbol>
      <symbol id="s-lost" viewBox="0 0 14 14"><circle cx="7" cy="7" r="5.25" strokeDasharray="2.2 2.2"/></symbol>
      <symbol id="s-blocked" viewBox="0 0 14 14"><path d="M4.5 2.5v9M9.5 2.5v9" strokeWidth="2"/></symbol>
      <symbol id="e-reserve" viewBox="0 0 14 14"><rect x="2" y="2" width="10" height="10" rx="1"/></symbol>
      <symbol id="e-confirm" viewBox="0 0 14 14"><rect x="2" y="2" width="10" height="10" rx="1" fill="currentColor"/></symbol>
      <symbol id="e-cancel" viewBox="0 0 14 14"><rect x="2" y="2" width="10" height="10" rx="1"/><path d="M2.5 11.5l9-9"/></symbol>
      <symbol id="e-adjust" viewBox="0 0 14 14"><rect x="2" y="2" width="10" height="10" rx="1"/><path d="M4.75 7h4.5M7 4.75v4.5"/></symbol>
      <symbol id="e-reverse" viewBox="0 0 14 14"><rect x="2" y="2" width="10" height="10" rx="1"/><path d="M9.5 7h-5M6.3 5 4.3 7l2 2"/></symbol>
      <symbol id="a-created" viewBox="0 0 14 14"><path d="M1.5 7h7.5M6.2 4 9.2 7l-3 3M12.25 2v10"/></symbol>
      <symbol id="a-replayed" viewBox="0 0 14 14"><path d="M1.5 7h1.6M5 7h4M6.2 4 9.2 7l-3 3M12.25 2v2M12.25 6v2M12.25 10v2"/></symbol>
      <symbol id="a-refused" viewBox="0 0 14 14"><path d="M1 7h5M3.75 4.5 6.25 7l-2.5 2.5M9 5l4 4M13 5 9 9"/></symbol>
      <symbol id="o-act" viewBox="0 0 14 14"><path d="M7 1.5 12.5 7 7 12.5 1.5 7z"/></symbol>
      <symbol id="o-wait" viewBox="0 0 14 14"><path d="M7 2 12.75 12H1.25z"/></symbol>
      <symbol id="n-now" viewBox="0 0 16 16"><path d="M1.5 8.5h3l2-6 3 11 2-5h3"/></symbol>
      <symbol id="n-jobs" viewBox="0 0 16 16"><path d="M5.5 3.5h9M5.5 8h9M5.5 12.5h9M1.75 3.5h1M1.75 8h1M1.75 12.5h1"/></symbol>
      <symbol id="n-dead" viewBox="0 0 16 16"><rect x="1.75" y="1.75" width="12.5" height="12.5" rx="2"/><path d="M5.5 5.5l5 5M10.5 5.5l-5 5"/></symbol>
      <symbol id="n-ledger" viewBox="0 0 16 16"><rect x="2.25" y="1.75" width="11.5" height="12.5" rx="1.5"/><path d="M2.25 5.5h11.5M9 5.5v8.75"/></symbol>
      <symbol id="search" viewBox="0 0 14 14"><circle cx="6" cy="6" r="4.25"/><path d="M9.25 9.25 12.5 12.5"/></symbol>
      <symbol id="right" viewBox="0 0 14 14"><path d="M5 2.5 9.5 7 5 11.5"/></symbol>
      <symbol id="left" viewBox="0 0 14 14"><path d="M9 2.5 4.5 7 9 11.5"/></symbol>
      <symbol id="down" viewBox="0 0 14 14"><path d="M2.5 5 7 9.5 11.5 5"/></symbol>
      <symbol id="arrow" viewBox="0 0 14 14"><path d="M1.5 7h11M8.5 3l4 4-4 4"/></symbol>
      <symbol id="x" viewBox="0 0 14 14"><path d="M3 3l8 8M11 3l-8 8"/></symbol>
      <symbol id="lock" viewBox="0 0 14 14"><rect x="2.75" y="6.25" width="8.5" height="6" rx="1"/><path d="M4.75 6V4.25a2.25 2.25 0 0 1 4.5 0V6"/></symbol>
      <symbol id="unlock" viewBox="0 0 14 14"><rect x="2.75" y="6.25" width="8.5" height="6" rx="1"/><path d="M4.75 6V4.25a2.25 2.25 0 0 1 4.4-.7"/></symbol>
      <symbol id="live" viewBox="0 0 14 14"><circle cx="7" cy="7" r="3.5" fill="currentColor" stroke="none"/></symbol>
      <symbol id="plus" viewBox="0 0 14 14"><path d="M7 2.5v9M2.5 7h9"/></symbol>
      <symbol id="copy" viewBox="0 0 14 14"><rect x="4.5" y="4.5" width="8" height="8" rx="1"/><path d="M9.5 4.5v-3h-8v8h3"/></symbol>
      <symbol id="sort" viewBox="0 0 14 14"><path d="M7 3v8M3.75 7.75 7 11l3.25-3.25"/></symbol>
      <symbol id="warn" viewBox="0 0 14 14"><path d="M7 2 12.75 12H1.25zM7 6v2.75M7 10.4v.1"/></symbol>
      <defs>
        <pattern id="p-dead" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" fill="var(--tint-dead)" />
          <rect width="2" height="5" fill="var(--st-dead)" />
        </pattern>
        <pattern id="p-queued" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect width="4" height="4" fill="var(--tint-held)" />
          <rect x="1" y="1" width="1.6" height="1.6" fill="var(--held)" />
        </pattern>
        <pattern id="p-failed" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect width="4" height="4" fill="var(--tint-warn)" />
          <rect width="4" height="1.5" fill="var(--st-failed)" />
        </pattern>
      </defs>
    </svg>
  );
}

/** A shape beside a word: hidden from screen readers, the word says it. */
export function Icon({ name, className = "i" }: { name: IconName; className?: string }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  );
}
