//! Rows of `jobs` and `attempts` as they are read.

use onceover_domain::id::{JobId, Kind, LeaseToken, Meter, Queue, TenantId};
use onceover_domain::job::{Attempt, Failure, Hold, Job, Lease, Outcome, State};
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store::StoreError;
use uuid::Uuid;

use crate::row::{count, damaged, hash, word};

/// A job with its open reservation.
pub(super) struct JobRecord {
    pub tenant_id: String,
    pub id: Uuid,
    pub kind: String,
    pub queue: String,
    pub state: String,
    pub priority: i32,
    pub run_at: i64,
    pub attempt: i64,
    pub failures: i64,
    pub max_attempts: i64,
    pub generation: i64,
    pub losses: i64,
    pub releases: i64,
    pub payload_revision: i64,
    pub meter: Option<String>,
    pub units: Option<i64>,
    pub idempotency_key: Option<String>,
    pub labels: String,
    pub created_at: i64,
    pub changed_at: i64,
    pub started_at: Option<i64>,
    pub finished_at: Option<i64>,
    pub lease_token: Option<Uuid>,
    pub lease_worker: Option<String>,
    pub lease_started_at: Option<i64>,
    pub lease_expires_at: Option<i64>,
    pub lease_request: Option<String>,
    pub cancel_requested: bool,
    pub blocked: bool,
    pub error_class: Option<String>,
    pub error_message: Option<String>,
    pub error_backtrace: Option<String>,
    pub result: Option<String>,
    pub version: i64,
    pub hold_period_start: Option<i64>,
    pub hold_sequence: Option<i64>,
    pub hold_units: Option<i64>,
    pub hold_attempt: Option<i64>,
}

impl JobRecord {
    pub(super) fn job(self) -> Result<Job, StoreError> {
        let lease = match (
            self.lease_token,
            self.lease_worker,
            self.lease_started_at,
            self.lease_expires_at,
        ) {
            (Some(token), Some(worker), Some(started_at), Some(expires_at)) => Some(Lease {
                token: LeaseToken(token),
                worker,
                started_at: Time(started_at),
                expires_at: Time(expires_at),
                request: self.lease_request,
            }),
            _ => None,
        };
        let hold = match (self.hold_period_start, self.hold_sequence, self.hold_units) {
            (Some(period_start), Some(sequence), Some(units)) => Some(Hold {
                period_start: Time(period_start),
                sequence,
                units: Units(units),
                attempt: self.hold_attempt.map(|attempt| count(attempt, "attempt")).transpose()?,
            }),
            _ => None,
        };
        Ok(Job {
            id: JobId(self.id),
            tenant: TenantId::stored(self.tenant_id),
            kind: Kind::stored(self.kind),
            queue: Queue::stored(self.queue),
            state: word(&self.state, State::parse, "job state")?,
            priority: self.priority,
            run_at: Time(self.run_at),
            attempt: count(self.attempt, "attempt")?,
            failures: count(self.failures, "failure count")?,
            max_attempts: count(self.max_attempts, "failure limit")?,
            generation: count(self.generation, "generation")?,
            losses: count(self.losses, "loss count")?,
            releases: count(self.releases, "release count")?,
            payload_revision: count(self.payload_revision, "payload revision")?,
            meter: self.meter.map(Meter::stored),
            units: self.units.map(Units),
            key: self.idempotency_key,
            labels: serde_json::from_str(&self.labels).map_err(|_| damaged("label list"))?,
            created_at: Time(self.created_at),
            changed_at: Time(self.changed_at),
            started_at: self.started_at.map(Time),
            finished_at: self.finished_at.map(Time),
            lease,
            cancel_requested: self.cancel_requested,
            blocked: self.blocked,
            failure: failure(self.error_class, self.error_message, self.error_backtrace),
            result: self.result,
            hold,
            version: self.version,
        })
    }
}

/// An ended attempt.
pub(super) struct AttemptRecord {
    pub job_id: Uuid,
    pub number: i64,
    pub generation: i64,
    pub worker: String,
    pub lease_token: Uuid,
    pub started_at: i64,
    pub ended_at: i64,
    pub outcome: String,
    pub error_class: Option<String>,
    pub error_message: Option<String>,
    pub error_backtrace: Option<String>,
    pub retry_at: Option<i64>,
    pub state_after: String,
    pub content_hash: Vec<u8>,
    pub units: Option<i64>,
}

impl AttemptRecord {
    pub(super) fn attempt(self) -> Result<(JobId, Attempt), StoreError> {
        let attempt = Attempt {
            number: count(self.number, "attempt")?,
            generation: count(self.generation, "generation")?,
            worker: self.worker,
            token: LeaseToken(self.lease_token),
            started_at: Time(self.started_at),
            ended_at: Time(self.ended_at),
            outcome: word(&self.outcome, Outcome::parse, "attempt outcome")?,
            failure: failure(self.error_class, self.error_message, self.error_backtrace),
            retry_at: self.retry_at.map(Time),
            state_after: word(&self.state_after, State::parse, "job state")?,
            content: hash(&self.content_hash, "content hash")?,
            units: self.units.map(Units),
        };
        Ok((JobId(self.job_id), attempt))
    }
}

fn failure(
    class: Option<String>,
    message: Option<String>,
    backtrace: Option<String>,
) -> Option<Failure> {
    class.map(|class| Failure { class, message: message.unwrap_or_default(), backtrace })
}
