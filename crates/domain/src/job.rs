//! A job and everything that may happen to it.
//!
//! [`decide`] holds the whole state table: given a job, a command and the facts, it answers with the change to make or the
//! reason why not. It never touches a database; the engine reads the facts and writes the [`Change`] by compare-and-set on
//! [`Job::version`].

mod attempt;
mod command;
mod decide;
mod failure;
mod rejection;
mod retry;
mod state;

use std::collections::BTreeMap;
use std::time::Duration;

pub use attempt::{Attempt, Outcome};
pub use command::Command;
pub use decide::{Change, Decision, Facts, Posting, decide};
pub use failure::Failure;
pub use rejection::Rejection;
pub use retry::RetryPolicy;
pub use state::State;

use crate::id::{JobId, Kind, LeaseToken, Meter, Queue, TenantId};
use crate::time::Time;
use crate::units::Units;

/// Failures a job may have unless its submit says otherwise.
pub const MAX_ATTEMPTS_DEFAULT: u32 = 5;
/// Most failures a submit may ask for.
pub const MAX_ATTEMPTS_LIMIT: u32 = 1_000;
/// How long a lease runs unless the claim says otherwise.
pub const LEASE_DEFAULT: Duration = Duration::from_secs(30);
/// Shortest lease a claim may ask for.
pub const LEASE_MIN: Duration = Duration::from_secs(1);
/// Longest lease a claim may ask for.
pub const LEASE_MAX: Duration = Duration::from_secs(24 * 60 * 60);
/// This many releases in a row and the job needs a person.
pub const RELEASES_LIMIT: u32 = 100;

/// One job, without its payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Its id.
    pub id: JobId,
    /// Whose it is.
    pub tenant: TenantId,
    /// What it does.
    pub kind: Kind,
    /// Where it waits.
    pub queue: Queue,
    /// Where it stands.
    pub state: State,
    /// Higher runs first, within its tenant.
    pub priority: i32,
    /// Not before this time.
    pub run_at: Time,
    /// Attempts started so far; never reused, never reset.
    pub attempt: u32,
    /// Failures in this generation.
    pub failures: u32,
    /// Failures it may have before a person must look.
    pub max_attempts: u32,
    /// Starts at 1; a requeue adds one.
    pub generation: u32,
    /// Leases lost in a row.
    pub losses: u32,
    /// Releases in a row.
    pub releases: u32,
    /// Starts at 1; an edit adds one.
    pub payload_revision: u32,
    /// What its work is counted in.
    pub meter: Option<Meter>,
    /// Units asked for; present exactly when `meter` is.
    pub units: Option<Units>,
    /// The idempotency key it was created with.
    pub key: Option<String>,
    /// Searchable labels.
    pub labels: BTreeMap<String, String>,
    /// When it was submitted.
    pub created_at: Time,
    /// When its state last changed.
    pub changed_at: Time,
    /// When its first attempt started.
    pub started_at: Option<Time>,
    /// When it became final.
    pub finished_at: Option<Time>,
    /// The running attempt, while there is one.
    pub lease: Option<Lease>,
    /// Somebody asked to cancel it while it ran.
    pub cancel_requested: bool,
    /// Its units did not fit when it was about to start.
    pub blocked: bool,
    /// The last error.
    pub failure: Option<Failure>,
    /// What the worker answered; JSON text.
    pub result: Option<String>,
    /// Its open reservation.
    pub hold: Option<Hold>,
    /// Grows with every write; the compare-and-set reads it.
    pub version: i64,
}

impl Job {
    /// `<job id>.r<payload revision>`: the same over retries and requeues, new after an edit.
    #[must_use]
    pub fn effect_key(&self) -> String {
        format!("{}.r{}", self.id, self.payload_revision)
    }
}

/// The right of one worker to finish one attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The proof.
    pub token: LeaseToken,
    /// Who holds it, by its own word.
    pub worker: String,
    /// When the attempt started.
    pub started_at: Time,
    /// From this time on it is lost.
    pub expires_at: Time,
    /// `request_id` of the claim that gave it, so that the claim can be repeated.
    pub request: Option<String>,
}

/// An open reservation: units held for a job in one account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// Period of the account, fixed when the reservation was made.
    pub period_start: Time,
    /// Sequence number of the reserve entry in that account.
    pub sequence: i64,
    /// Units held.
    pub units: Units,
    /// The attempt whose claim made it, if a claim did.
    pub attempt: Option<u32>,
}
