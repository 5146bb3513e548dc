//! The six states of a job.

use std::fmt;

/// Where a job stands. `Succeeded` and `Cancelled` are final, without exception.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum State {
    /// Waits for a worker.
    Queued,
    /// A worker holds its lease.
    Running,
    /// Done.
    Succeeded,
    /// Waits for its next attempt.
    Failed,
    /// Waits for a person.
    DeadLetter,
    /// Will not be done.
    Cancelled,
}

impl State {
    /// All of them, in the order they are shown.
    pub const ALL: [Self; 6] = [
        Self::Queued,
        Self::Running,
        Self::Succeeded,
        Self::Failed,
        Self::DeadLetter,
        Self::Cancelled,
    ];

    /// As written in databases, on the wire and on screen.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::DeadLetter => "dead_letter",
            Self::Cancelled => "cancelled",
        }
    }

    /// Reads what [`State::as_str`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }

    /// Nothing can happen to it any more.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Succeeded | Self::Cancelled)
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
