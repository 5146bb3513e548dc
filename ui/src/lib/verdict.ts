/** Is this account blocked, and by what? One rule for the Now screen, the account list and the statement. */
import type { Balance } from "../api/generated/Balance";

export type Cause = "none" | "used_up" | "dead_letters" | "waiting_jobs";

/**
 * Judges an account by its totals and, where known, by the units a refused submission asked for.
 *
 * Blocked means: what was refused would still be refused. Where the refused size is not known, less than a hundredth of the
 * limit counts as too little; where nothing was refused, only nothing at all.
 */
export function cause(balance: Balance, asked?: bigint): Cause {
  const limit = BigInt(balance.limit);
  const used = BigInt(balance.used);
  const reserved = BigInt(balance.reserved);
  const available = limit - used - reserved;
  const dead = BigInt(balance.held_by_dead_letters);
  const need = asked ?? (balance.refused > 0 ? limit / 100n : 0n);
  if (asked === undefined ? available > need : available >= need) return "none";
  if (dead > 0n && available + dead >= (need > 0n ? need : 1n)) return "dead_letters";
  if (reserved > 0n && available + reserved >= (need > 0n ? need : 1n)) return "waiting_jobs";
  return "used_up";
}

const WORDS: Record<Cause, string> = {
  none: "not blocked now",
  used_up: "limit used up",
  dead_letters: "held by dead letters",
  waiting_jobs: "held by waiting jobs",
};

export function causeWords(of: Cause): string {
  return WORDS[of];
}
