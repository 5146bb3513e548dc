//! Jobs: the wire shape of spec section 7, the console's list row and its one-job page.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use ts_rs::TS;

use super::{Balance, Entry, OverrideSummary};

/// The six states of a job, spelled as everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum JobState {
    /// Waits for a worker.
    Queued,
    /// A worker holds a lease on it.
    Running,
    /// Done; final.
    Succeeded,
    /// Waits for its next attempt.
    Failed,
    /// Waits for a person.
    DeadLetter,
    /// Will not be done; final.
    Cancelled,
}

/// The last error of a job or attempt.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct JobError {
    /// Stable class, e.g. `http_503`.
    pub class: String,
    /// One line for people.
    pub message: String,
    /// Backtrace or other long evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub backtrace: Option<String>,
}

/// A job on the wire (spec section 7). Payload and result are the bytes as they came.
#[derive(Debug, Serialize)]
pub struct Job {
    pub id: String,
    pub tenant: String,
    pub kind: String,
    pub queue: String,
    pub state: JobState,
    pub priority: i32,
    pub attempt: u32,
    pub failures: u32,
    pub max_attempts: u32,
    pub generation: u32,
    pub run_at: String,
    pub created_at: String,
    pub started_at: Option<String>,
    pub finished_at: Option<String>,
    pub meter: Option<String>,
    pub units: Option<String>,
    pub payload: Box<RawValue>,
    pub result: Option<Box<RawValue>>,
    pub error: Option<JobError>,
    pub labels: BTreeMap<String, String>,
    pub idempotency_key: Option<String>,
    pub cancel_requested: bool,
    pub blocked: bool,
}

/// One row of the console's job list.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct JobRow {
    pub id: String,
    pub tenant: String,
    pub kind: String,
    pub queue: String,
    pub state: JobState,
    pub priority: i32,
    /// Attempts started so far, over all generations.
    pub attempt: u32,
    pub failures: u32,
    pub max_attempts: u32,
    pub generation: u32,
    pub payload_revision: u32,
    pub run_at: String,
    pub created_at: String,
    /// Time of the last change of state.
    pub changed_at: String,
    pub started_at: Option<String>,
    pub finished_at: Option<String>,
    pub error: Option<JobError>,
    pub meter: Option<String>,
    /// Units asked for, in the meter's smallest unit.
    pub units: Option<String>,
    /// Decimal places of the meter, for display only.
    pub scale: Option<u8>,
    /// Units held for this job right now.
    pub held: Option<String>,
    pub idempotency_key: Option<String>,
    pub cancel_requested: bool,
    pub blocked: bool,
    /// Worker that holds the lease while running.
    pub worker: Option<String>,
    pub lease_expires_at: Option<String>,
}

/// Argument of `job.list`; every filter is optional.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
#[ts(export, optional_fields)]
pub struct JobFilter {
    pub state: Option<JobState>,
    pub tenant: Option<String>,
    pub kind: Option<String>,
    pub queue: Option<String>,
    pub key: Option<String>,
    /// Error class of the last error.
    pub error: Option<String>,
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
    /// 1 to 200, default 100.
    pub limit: Option<u32>,
}

/// Answer of `job.list`: newest first.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct JobList {
    pub items: Vec<JobRow>,
    pub next_cursor: Option<String>,
    /// How many jobs match the filter without its state, by state.
    pub counts: Vec<StateCount>,
    /// Kinds and tenants that exist, for the filter menus.
    pub kinds: Vec<String>,
    pub tenants: Vec<String>,
    pub as_of: String,
}

/// How many jobs are in one state.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct StateCount {
    pub state: JobState,
    #[ts(type = "number")]
    pub count: i64,
}

/// Argument of operations on one job.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct JobRef {
    pub id: String,
}

/// One arrival of a request with this job's key.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct Submission {
    /// `created`, `replayed`, `mismatched` or `refused`.
    pub outcome: String,
    /// Code of the refusal, if it was refused.
    pub code: Option<String>,
    /// Public part of the API key that sent it, or the operator's name.
    pub sender: String,
    pub request_id: String,
    pub at: String,
    /// JSON paths that differed from the first request.
    pub paths: Vec<String>,
}

/// One ended or running attempt.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct Attempt {
    pub number: u32,
    pub generation: u32,
    pub worker: String,
    pub started_at: String,
    pub ended_at: Option<String>,
    /// `running`, `succeeded`, `failed`, `lost`, `released` or `cancelled`.
    pub outcome: String,
    pub error: Option<JobError>,
    /// When the next attempt was due, if one was.
    pub retry_at: Option<String>,
    /// State of the job after this attempt ended.
    pub state_after: Option<JobState>,
}

/// Answer of `job.get`: everything known of one job, read at one time.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct JobDetail {
    pub job: JobRow,
    /// The payload as it came, digit for digit.
    pub payload: String,
    /// The result as the worker sent it.
    pub result: Option<String>,
    pub labels: BTreeMap<String, String>,
    /// `<job id>.r<payload revision>`: stable over retries and requeues.
    pub effect_key: String,
    pub submissions: Vec<Submission>,
    pub attempts: Vec<Attempt>,
    /// Ledger entries of this job, in order.
    pub entries: Vec<Entry>,
    pub overrides: Vec<OverrideSummary>,
    /// The account the job's units are booked in.
    pub balance: Option<Balance>,
    pub as_of: String,
}
