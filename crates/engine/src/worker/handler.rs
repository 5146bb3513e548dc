//! What a built-in worker is to the runtime: something that runs one attempt and says how it ended.
//!
//! The runtime claims, keeps the lease alive and books the outcome; a handler only does the work. It may be dropped at any
//! await, when the lease is lost or the program ends, and it may see one task again: the effect key tells the outside world so.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use onceover_domain::id::{JobId, Kind, TenantId};

/// Does the work of one kind of job.
#[async_trait]
pub trait Handler: Send + Sync {
    /// Runs one attempt.
    async fn run(&self, task: &Task) -> Outcome;
}

/// One attempt at one job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The job.
    pub job: JobId,
    /// Whose job it is.
    pub tenant: TenantId,
    /// What it does.
    pub kind: Kind,
    /// Number of this attempt, counted from 1 over all generations.
    pub attempt: u32,
    /// Names the effect for the outside world: the same over retries and requeues.
    pub effect_key: String,
    /// The payload, byte for byte as it came.
    pub payload: Arc<str>,
}

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The work is done.
    Succeeded {
        /// What the job answers with; JSON text.
        result: Option<String>,
        /// Units that were used; all that is reserved when absent.
        units: Option<i64>,
    },
    /// The work is not done.
    Failed {
        /// Stable class, e.g. `http_503`.
        class: String,
        /// One line for people, the same whenever the cause is: dead letters are grouped by it.
        message: String,
        /// Whether another attempt may help.
        retryable: bool,
        /// When the other side asked to be called again.
        retry_after: Option<Duration>,
    },
}
