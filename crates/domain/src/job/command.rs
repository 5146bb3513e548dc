//! What can be asked of a job.

use std::time::Duration;

use super::Failure;
use crate::chain::{Hash, Link};
use crate::id::LeaseToken;
use crate::units::Units;

/// One request to change a job. Settlements and requeues are among them, so that one table holds every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A worker takes it.
    Claim {
        /// Fresh token of the new attempt.
        token: LeaseToken,
        /// The worker's name for itself.
        worker: String,
        /// How long the lease runs.
        lease: Duration,
        /// Id by which the claim can be repeated.
        request: Option<String>,
    },
    /// The worker is alive and wants more time.
    Heartbeat {
        /// Proof of the lease.
        token: LeaseToken,
        /// How long the lease runs from now.
        lease: Duration,
    },
    /// The worker did it.
    Complete {
        /// Proof of the lease.
        token: LeaseToken,
        /// What came of it; JSON text.
        result: Option<String>,
        /// Units used; all that is reserved if absent.
        units: Option<Units>,
    },
    /// The worker could not do it.
    Fail {
        /// Proof of the lease.
        token: LeaseToken,
        /// Why.
        failure: Failure,
        /// Whether another attempt makes sense.
        retryable: bool,
        /// When to try again; wins over the backoff.
        retry_after: Option<Duration>,
    },
    /// The worker gives it back undone (shut-down, snooze).
    Release {
        /// Proof of the lease.
        token: LeaseToken,
        /// Not before this much later.
        delay: Option<Duration>,
    },
    /// The rescuer found its lease past its end.
    Expire,
    /// It shall not be done.
    Cancel,
    /// Override: run it again.
    Requeue,
    /// Override: run it again with another payload; its bytes are stored by the caller as the next revision.
    EditAndRequeue,
    /// Override: give the held units back, without running it.
    ReleaseHold,
    /// Override: it shall not be done.
    Discard {
        /// Confirm the held units instead of giving them back.
        charge: bool,
    },
    /// Override: it was done, whatever the worker said.
    MarkSucceeded {
        /// Units to confirm; all that is reserved if absent.
        units: Option<Units>,
    },
}

impl Command {
    /// The lease token, for commands of a worker.
    #[must_use]
    pub const fn token(&self) -> Option<LeaseToken> {
        match self {
            Self::Heartbeat { token, .. }
            | Self::Complete { token, .. }
            | Self::Fail { token, .. }
            | Self::Release { token, .. } => Some(*token),
            Self::Claim { .. }
            | Self::Expire
            | Self::Cancel
            | Self::Requeue
            | Self::EditAndRequeue
            | Self::ReleaseHold
            | Self::Discard { .. }
            | Self::MarkSucceeded { .. } => None,
        }
    }

    /// Digest of verb and content of a finishing command, units left out: a repeat is told by it.
    #[must_use]
    pub fn content(&self) -> Hash {
        let link = |verb| Link::after(Hash::ZERO, verb);
        match self {
            Self::Complete { result, .. } => {
                link("complete").maybe(result.as_deref().map(str::as_bytes)).hash()
            }
            Self::Fail { failure, retryable, retry_after, .. } => link("fail")
                .text(&failure.class)
                .text(&failure.message)
                .maybe(failure.backtrace.as_deref().map(str::as_bytes))
                .number(i64::from(*retryable))
                .maybe_number(retry_after.map(micros))
                .hash(),
            Self::Release { delay, .. } => link("release").maybe_number(delay.map(micros)).hash(),
            Self::Expire => link("expire").hash(),
            Self::Claim { .. }
            | Self::Heartbeat { .. }
            | Self::Cancel
            | Self::Requeue
            | Self::EditAndRequeue
            | Self::ReleaseHold
            | Self::Discard { .. }
            | Self::MarkSucceeded { .. } => link("none").hash(),
        }
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}
