//! The kinds of override that change jobs, limits and entries.

/// What an override does. The database guards read the same words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OverrideKind {
    /// Run a dead letter again.
    Requeue,
    /// Run it again with another payload.
    EditAndRequeue,
    /// Give the units a dead letter holds back.
    ReleaseHold,
    /// A dead letter will not be done.
    Discard,
    /// A dead letter was done after all.
    MarkSucceeded,
    /// Change a limit.
    SetLimit,
    /// Correct what was used.
    Adjust,
    /// Undo a confirm or adjust.
    Reverse,
}

impl OverrideKind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Requeue,
        Self::EditAndRequeue,
        Self::ReleaseHold,
        Self::Discard,
        Self::MarkSucceeded,
        Self::SetLimit,
        Self::Adjust,
        Self::Reverse,
    ];

    /// As stored and shown.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Requeue => "requeue",
            Self::EditAndRequeue => "edit_and_requeue",
            Self::ReleaseHold => "release_hold",
            Self::Discard => "discard",
            Self::MarkSucceeded => "mark_succeeded",
            Self::SetLimit => "set_limit",
            Self::Adjust => "adjust",
            Self::Reverse => "reverse",
        }
    }

    /// Reads what [`OverrideKind::as_str`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}
