//! Overrides carried out: what an operator does, with its reason, its record and its one-use permission, in one transaction.
//!
//! A repeated request id returns what became of the first. An effect that a rule refuses leaves a failed override, so that the
//! attempt is on record; the database's own guards hold the same rules once more.

mod limit;
mod record;
mod requeue;

use onceover_domain::id::{OperatorName, OverrideId};
use onceover_domain::job::Rejection;
use onceover_domain::overrides::{EventKind, OverrideKind, ReasonInvalid};
use onceover_domain::time::Time;
use onceover_store::StoreError;

use crate::transaction::Busy;

pub use limit::{SetLimit, set_limit};
pub use requeue::{Requeue, requeue};

/// What became of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The override.
    pub id: OverrideId,
    /// What it does.
    pub kind: OverrideKind,
    /// Its last event.
    pub last: EventKind,
    /// Text of a failure.
    pub reason: Option<String>,
    /// When that was.
    pub at: Time,
    /// This request id had been answered before.
    pub replayed: bool,
}

/// Why a request was not carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OverrideRefused {
    /// The target does not exist.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// The operator is not known to this workspace.
    #[error("{0} is no operator of this workspace")]
    NoOperator(OperatorName),
    /// What was seen is not what is there.
    #[error(
        "the job changed since it was shown: it is in generation {generation}, payload revision {payload_revision}; look again and ask again"
    )]
    Stale {
        /// Generation now.
        generation: u32,
        /// Payload revision now.
        payload_revision: u32,
    },
    /// The limit changed since it was shown.
    #[error(
        "the limit changed since it was shown: it is version {version}; look again and ask again"
    )]
    LimitStale {
        /// Version now.
        version: u32,
    },
    /// The settings of a meter are fixed.
    #[error("the meter exists with {0}, which is fixed; leave it out or make another meter")]
    MeterFixed(String),
    /// The reason says nothing.
    #[error(transparent)]
    Reason(#[from] ReasonInvalid),
    /// A rule said no.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// The request id was used for something else.
    #[error("this request id was used for another request; use a new one")]
    RequestReused,
}

/// A refusal, or a failure of the database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OverrideError {
    /// A rule said no.
    #[error(transparent)]
    Refused(#[from] OverrideRefused),
    /// Something broke.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Busy for OverrideError {
    fn is_busy(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_busy())
    }
}

impl OverrideRefused {
    /// The stable code of the API.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "not_found",
            Self::NoOperator(_) => "operator_unknown",
            Self::Stale { .. } | Self::LimitStale { .. } => "stale",
            Self::MeterFixed(_) => "meter_fixed",
            Self::Reason(_) => "reason_invalid",
            Self::Rejected(rejection) => rejection.code(),
            Self::RequestReused => "request_id_reused",
        }
    }
}
