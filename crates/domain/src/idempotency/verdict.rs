//! What a key is answered, given what is stored under it: the table of the specification, section 4, as one pure function.
//!
//! Authentication, scope, rate and syntax were checked before; whether the tenant is suspended or the limit is reached is asked
//! only after a [`Verdict::Create`] or [`Verdict::CreateAnew`]. A request that was refused then leaves nothing stored, so its key
//! finds [`Stored::Nothing`] the next time.

use std::time::Duration;

use super::{Fingerprint, Request, Sent};
use crate::time::Time;

/// How long a key is remembered once its job is final and its units are settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retention {
    /// For this long.
    For(Duration),
    /// For ever.
    Forever,
}

/// What a tenant wants of a key that is past its retention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnExpired {
    /// The key names a new operation.
    Reuse,
    /// The key stays used up.
    Reject,
}

/// What the store found under (tenant, key).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored<'a, J> {
    /// No row, or no key was sent at all.
    Nothing,
    /// A transaction that is still running holds the key, and there is no more time to wait for it.
    Uncommitted,
    /// A request was stored; also one that stands earlier in the same batch.
    Kept(Kept<'a, J>),
}

/// The request that is stored under a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept<'a, J> {
    /// Its job, in whatever form the caller has it.
    pub job: J,
    /// Its fingerprint, perhaps of an older version.
    pub fingerprint: Fingerprint,
    /// Its text; `None` once the payload was erased.
    pub sent: Option<Sent<'a>>,
    /// End of its retention; `None` while the job is not final and settled, and for ever.
    pub expires_at: Option<Time>,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict<J> {
    /// Make the job: `201`.
    Create,
    /// The old key goes to the archive; make a new job: `201`.
    CreateAnew {
        /// The job the key named before.
        archived: J,
    },
    /// Answer with the job as it is now: `200`, replayed.
    Replay {
        /// The job the key names.
        job: J,
    },
    /// Another request under a used key: `422 idempotency_key_reused`.
    Mismatch {
        /// The job the key names.
        job: J,
        /// What differs; empty when the first request's payload was erased.
        paths: Vec<String>,
    },
    /// The key is used up: `410 idempotency_key_expired`.
    Expired {
        /// The job the key named.
        job: J,
    },
    /// Whether the key is used is not known yet: `409 idempotency_in_progress`, ask again in a moment.
    InProgress,
}

/// Judges one arrival of `request` at `now`, the database's time.
#[must_use]
pub fn verdict<J>(
    stored: Stored<'_, J>,
    request: &Request,
    on_expired: OnExpired,
    now: Time,
) -> Verdict<J> {
    let kept = match stored {
        Stored::Nothing => return Verdict::Create,
        Stored::Uncommitted => return Verdict::InProgress,
        Stored::Kept(kept) => kept,
    };
    let job = kept.job;
    if kept.expires_at.is_some_and(|end| end <= now) {
        return match on_expired {
            OnExpired::Reuse => Verdict::CreateAnew { archived: job },
            OnExpired::Reject => Verdict::Expired { job },
        };
    }
    let print = request.fingerprint();
    if print == kept.fingerprint {
        return Verdict::Replay { job };
    }
    // Fingerprints of two versions say nothing about each other; the texts do. Where they are gone, refusing is the answer that
    // neither repeats an effect nor passes one request off as another.
    let paths = kept.sent.map(|sent| request.differs_from(sent));
    match paths {
        Some(paths) if paths.is_empty() && print.version() != kept.fingerprint.version() => {
            Verdict::Replay { job }
        }
        paths => Verdict::Mismatch { job, paths: paths.unwrap_or_default() },
    }
}

impl<J> Verdict<J> {
    /// The stable code of a refusal; `None` when the request is accepted.
    #[must_use]
    pub const fn code(&self) -> Option<&'static str> {
        match self {
            Self::Create | Self::CreateAnew { .. } | Self::Replay { .. } => None,
            Self::Mismatch { .. } => Some("idempotency_key_reused"),
            Self::Expired { .. } => Some("idempotency_key_expired"),
            Self::InProgress => Some("idempotency_in_progress"),
        }
    }
}

impl Retention {
    /// What a tenant has that never said otherwise: 30 days.
    pub const DEFAULT: Self = Self::For(Duration::from_secs(30 * 86_400));

    /// The end of a key whose job is final and settled since `settled_at`; `None` never ends.
    #[must_use]
    pub fn expires_at(self, settled_at: Option<Time>) -> Option<Time> {
        match (self, settled_at) {
            (Self::For(duration), Some(settled_at)) => Some(settled_at.after(duration)),
            (Self::Forever, _) | (_, None) => None,
        }
    }

    /// The end of a key after its tenant's retention became this: what has expired stays expired.
    #[must_use]
    pub fn changed(self, was: Option<Time>, settled_at: Option<Time>, now: Time) -> Option<Time> {
        if was.is_some_and(|end| end <= now) { was } else { self.expires_at(settled_at) }
    }
}

#[cfg(test)]
#[path = "verdict/table.rs"]
mod table;
