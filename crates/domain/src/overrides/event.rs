//! What happened to an override: its votes and its end.

use crate::chain::{Hash, Link};
use crate::id::{OperatorName, OverrideId};
use crate::time::Time;

use super::Override;

/// One step in an override's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// It was asked; it waits.
    Requested,
    /// Another person agreed.
    Approved,
    /// It was carried out.
    Executed,
    /// It was to be carried out, and a rule refused.
    Failed,
    /// Another person said no.
    Rejected,
    /// The requester took it back.
    Withdrawn,
    /// Nobody decided in time.
    Expired,
    /// What it acts on changed.
    Stale,
}

impl EventKind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Requested,
        Self::Approved,
        Self::Executed,
        Self::Failed,
        Self::Rejected,
        Self::Withdrawn,
        Self::Expired,
        Self::Stale,
    ];

    /// As stored and shown.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Approved => "approved",
            Self::Executed => "executed",
            Self::Failed => "failed",
            Self::Rejected => "rejected",
            Self::Withdrawn => "withdrawn",
            Self::Expired => "expired",
            Self::Stale => "stale",
        }
    }

    /// Reads what [`EventKind::as_str`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// State of an override whose last event this is.
    #[must_use]
    pub const fn state(self) -> &'static str {
        match self {
            Self::Requested | Self::Approved => "pending",
            Self::Executed => "executed",
            Self::Failed => "failed",
            Self::Rejected => "rejected",
            Self::Withdrawn => "withdrawn",
            Self::Expired => "expired",
            Self::Stale => "stale",
        }
    }
}

/// One event, chained to the one before it of the same override.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverrideEvent {
    /// Which override.
    pub override_id: OverrideId,
    /// Gapless within the override, from 1.
    pub sequence: u32,
    /// What happened.
    pub kind: EventKind,
    /// Whose doing, if a person's.
    pub operator: Option<OperatorName>,
    /// Reason of a rejection, text of a failure.
    pub reason: Option<String>,
    /// When.
    pub at: Time,
    /// Hash of the event before; of the first one, the override's digest.
    pub previous_hash: Hash,
    /// Hash of this one.
    pub hash: Hash,
}

impl OverrideEvent {
    /// The next event of `request` after `previous` (`None`: the first, chained to the request's digest).
    #[must_use]
    pub fn after(
        request: &Override,
        previous: Option<&Self>,
        kind: EventKind,
        operator: Option<OperatorName>,
        reason: Option<String>,
        at: Time,
    ) -> Self {
        let mut event = Self {
            override_id: request.id,
            sequence: previous.map_or(1, |event| event.sequence.saturating_add(1)),
            kind,
            operator,
            reason,
            at: previous.map_or(at, |event| event.at.max(at)),
            previous_hash: previous.map_or(request.digest, |event| event.hash),
            hash: Hash::ZERO,
        };
        event.hash = event.computed_hash(request);
        event
    }

    /// The hash that its fields and the row of its override give: an edit of either shows.
    #[must_use]
    pub fn computed_hash(&self, request: &Override) -> Hash {
        Link::after(self.previous_hash, "override_event")
            .bytes(&request.row_hash().0)
            .bytes(self.override_id.0.as_bytes())
            .number(i64::from(self.sequence))
            .text(self.kind.as_str())
            .maybe(self.operator.as_ref().map(|name| name.as_str().as_bytes()))
            .maybe(self.reason.as_deref().map(str::as_bytes))
            .number(self.at.0)
            .hash()
    }
}
