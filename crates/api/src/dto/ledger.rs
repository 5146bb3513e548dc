//! The ledger as it is shown: balances, entries, and what holds the units of an account.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::JobState;

/// One account and what is left in it. All units are strings in the meter's smallest unit.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct Balance {
    pub tenant: String,
    pub meter: String,
    /// Start of the period in UTC; null for a meter without periods.
    pub period_start: Option<String>,
    pub limit: String,
    pub used: String,
    pub reserved: String,
    /// limit - used - reserved; negative after a limit was lowered below what is used.
    pub available: String,
    pub limit_version: u32,
    /// Decimal places of the meter, for display only.
    pub scale: u8,
    /// Held by dead letters, part of `reserved`.
    pub held_by_dead_letters: String,
    /// Refused submissions in the last 24 hours.
    #[ts(type = "number")]
    pub refused: i64,
}

/// Answer of `ledger.accounts`.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct Accounts {
    pub items: Vec<Balance>,
    pub as_of: String,
}

/// One line of the statement.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct Entry {
    pub tenant: String,
    pub meter: String,
    pub period_start: Option<String>,
    /// Gapless number within the account.
    #[ts(type = "number")]
    pub sequence: i64,
    /// `reserve`, `confirm`, `cancel`, `adjust` or `reverse`.
    pub kind: String,
    pub units: String,
    pub used_delta: String,
    pub reserved_delta: String,
    /// The account's totals after this entry.
    pub used: String,
    pub reserved: String,
    /// Limit that was in force; only on a reserve.
    pub limit: Option<String>,
    pub job: Option<String>,
    pub idempotency_key: Option<String>,
    pub attempt: Option<u32>,
    /// Sequence number of the reserve that this entry settles.
    #[ts(type = "number | null")]
    pub settles: Option<i64>,
    pub overage: bool,
    pub actor: String,
    pub reason: Option<String>,
    pub override_id: Option<String>,
    pub at: String,
}

/// Argument of `ledger.get`.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, optional_fields)]
pub struct LedgerQuery {
    pub tenant: String,
    /// The tenant's first meter if absent.
    pub meter: Option<String>,
    /// RFC 3339 start of a period; the current one if absent.
    pub period_start: Option<String>,
    /// Show entries below this sequence number.
    #[ts(as = "Option<i32>")]
    pub before: Option<i64>,
    /// 1 to 200, default 100.
    pub limit: Option<u32>,
}

/// Units held by the jobs in one state.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct Held {
    pub state: JobState,
    pub units: String,
    #[ts(type = "number")]
    pub jobs: i64,
}

/// Submissions refused for want of units.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct Refusals {
    #[ts(type = "number")]
    pub count: i64,
    /// Sum of the units they asked for.
    pub units: String,
    pub first_at: String,
    pub last_at: String,
    /// The numbers the first refusal was judged by.
    pub first_limit: String,
    pub first_used: String,
    pub first_reserved: String,
}

/// Answer of `ledger.get`.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct Ledger {
    pub balance: Balance,
    /// Every meter of the tenant, for the switch in the toolbar.
    pub meters: Vec<String>,
    /// `none`, `day` or `month`.
    pub period: String,
    /// `submit` or `start`.
    pub reserve: String,
    /// Periods that have an account, newest first.
    pub periods: Vec<String>,
    pub held: Vec<Held>,
    /// Refusals of this meter in the last 24 hours, if any.
    pub refusals: Option<Refusals>,
    /// Newest first.
    pub entries: Vec<Entry>,
    /// `before` of the next page.
    #[ts(type = "number | null")]
    pub next_before: Option<i64>,
    pub as_of: String,
}
