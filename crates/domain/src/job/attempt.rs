//! One attempt, as it is stored when it has ended.

use super::{Failure, State};
use crate::chain::Hash;
use crate::id::LeaseToken;
use crate::time::Time;
use crate::units::Units;

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The worker completed it.
    Succeeded,
    /// The worker failed it.
    Failed,
    /// Its lease ran out.
    Lost,
    /// The worker gave it back.
    Released,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Succeeded, Self::Failed, Self::Lost, Self::Released];

    /// As stored and shown.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Lost => "lost",
            Self::Released => "released",
        }
    }

    /// Reads what [`Outcome::as_str`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.as_str() == text)
    }
}

/// An ended attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Counts from 1 over all generations.
    pub number: u32,
    /// Generation it ran in.
    pub generation: u32,
    /// Who ran it.
    pub worker: String,
    /// The lease it ran under.
    pub token: LeaseToken,
    /// When it was claimed.
    pub started_at: Time,
    /// When it ended.
    pub ended_at: Time,
    /// How it ended.
    pub outcome: Outcome,
    /// Why, if it did not succeed.
    pub failure: Option<Failure>,
    /// When the next attempt is due, if there is to be one.
    pub retry_at: Option<Time>,
    /// State of the job afterwards.
    pub state_after: State,
    /// Digest of what the worker said, to tell a repeat from something new.
    pub content: Hash,
    /// Units the worker reported, if it did.
    pub units: Option<Units>,
}
