//! Overrides: what an act will do, the request for it, and what became of it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Balance, JobRow};

/// An override as it appears beside the job or account it changed.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct OverrideSummary {
    pub id: String,
    /// `requeue`, `set_limit`, ...
    pub kind: String,
    /// Who asked.
    pub operator: String,
    pub reason: String,
    /// `pending`, `executed`, `failed`, ...: its last event.
    pub state: String,
    /// Nobody but the requester could have approved.
    pub single_operator: bool,
    pub approvals_needed: u32,
    pub requested_at: String,
    pub decided_at: Option<String>,
}

/// Answer of `job.requeue_plan`: what a requeue of this dead letter would do, read at `as_of`.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct RequeuePlan {
    pub job: JobRow,
    /// Generation the plan was made on; send it back with the requeue.
    pub generation: u32,
    pub payload_revision: u32,
    /// Stays the same over retries and requeues.
    pub effect_key: String,
    /// `keep` (the open hold is kept), `reserve` (units are reserved anew), `none` (no meter).
    pub hold: String,
    /// Balance now and after; absent without a meter.
    pub before: Option<Balance>,
    pub after: Option<Balance>,
    /// Why it cannot be requeued, e.g. `limit_exceeded`; absent if it can.
    pub refused: Option<String>,
    /// The last attempt was lost: its effect may have happened already.
    pub may_have_acted: bool,
    pub approvals_needed: u32,
    /// Requeues of this job before.
    pub earlier: Vec<OverrideSummary>,
    pub as_of: String,
}

/// Argument of `job.requeue`. Refused as `stale` when generation or payload revision moved since the plan.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, optional_fields)]
pub struct RequeueRequest {
    pub id: String,
    pub generation: u32,
    pub payload_revision: u32,
    /// At least 3 characters.
    pub reason: String,
    /// Repeating a request id returns the first answer.
    pub request_id: String,
}

/// Answer of `job.requeue` and other overrides.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct OverrideOutcome {
    pub id: String,
    /// `executed` or `pending`.
    pub state: String,
    pub kind: String,
    pub at: String,
    /// True when this request id had been answered before.
    pub replayed: bool,
}
