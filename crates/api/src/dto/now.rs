//! The first screen: where everything stands at one moment.

use serde::Serialize;
use ts_rs::TS;

use super::{Balance, DeadLetterGroup, JobRow, JobState};

/// One state with its last 24 hours.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct StateNow {
    pub state: JobState,
    /// Jobs in this state now.
    #[ts(type = "number")]
    pub count: i64,
    /// Of them, changed into it within the last hour.
    #[ts(type = "number")]
    pub last_hour: i64,
    /// Oldest change into this state among them.
    pub oldest: Option<String>,
    /// Earliest `run_at` among them (for `queued` and `failed`).
    pub next_run_at: Option<String>,
    /// Of the jobs in this state now, how many changed into it in each of the last 24 hours, oldest first.
    #[ts(type = "Array<number>")]
    pub hours: Vec<i64>,
}

/// Answer of `now.get`.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct Now {
    /// All six, in the order of the state table.
    pub states: Vec<StateNow>,
    /// The largest groups, at most seven.
    pub groups: Vec<DeadLetterGroup>,
    /// How many groups there are in all.
    #[ts(type = "number")]
    pub group_count: i64,
    /// Accounts that refused a submission in the last 24 hours.
    pub blocked: Vec<Balance>,
    #[ts(type = "number")]
    pub tenant_count: i64,
    pub oldest_waiting: Option<JobRow>,
    /// Workers that hold a lease right now.
    pub workers: Vec<WorkerNow>,
    /// Attempts lost in the last hour.
    #[ts(type = "number")]
    pub lost_last_hour: i64,
    pub as_of: String,
}

/// A worker and how many leases it holds.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct WorkerNow {
    pub worker: String,
    #[ts(type = "number")]
    pub leases: i64,
}
