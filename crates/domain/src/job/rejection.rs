//! Why a rule said no. The variants carry the facts; their codes are the contract of the API.

use super::State;
use crate::ledger::LimitExceeded;
use crate::time::Time;
use crate::units::Units;

/// A rule said no; nothing is written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The worker does not hold the current, unexpired lease.
    #[error(
        "the lease is lost: it ran out, was released or the attempt has ended; do not act on this job any more"
    )]
    LeaseLost,
    /// The attempt was completed before with other units.
    #[error(
        "this attempt was already confirmed with {units} units; the ledger is not charged again"
    )]
    AlreadyConfirmed {
        /// Units of the first confirm.
        units: Units,
    },
    /// The job's state does not allow it.
    #[error("the job is {state}, which does not allow this")]
    WrongState {
        /// The state it is in.
        state: State,
    },
    /// It is not due yet.
    #[error("the job is not due before {run_at}")]
    NotDue {
        /// When it is.
        run_at: Time,
    },
    /// More than was reserved; the lease stays.
    #[error(
        "{units} units are more than the {reserved} reserved; complete again with at most that many"
    )]
    ExceedsReservation {
        /// Units held.
        reserved: Units,
        /// Units asked for.
        units: Units,
    },
    /// Units below zero.
    #[error("units must be zero or more")]
    NegativeUnits,
    /// Units were named for a job without a meter.
    #[error("the job has no meter, so no units can be confirmed; leave them out")]
    NoMeter,
    /// There is no open reservation to settle.
    #[error("the job holds no units")]
    NoHold,
    /// The units do not fit under the limit.
    #[error(transparent)]
    LimitExceeded(#[from] LimitExceeded),
}

impl Rejection {
    /// The stable code of the API.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::LeaseLost => "lease_lost",
            Self::AlreadyConfirmed { .. } => "already_confirmed",
            Self::WrongState { .. } => "wrong_state",
            Self::NotDue { .. } => "not_due",
            Self::ExceedsReservation { .. } => "exceeds_reservation",
            Self::NegativeUnits => "units_invalid",
            Self::NoMeter => "no_meter",
            Self::NoHold => "no_hold",
            Self::LimitExceeded(_) => "limit_exceeded",
        }
    }
}
