//! Idempotency keys and the log of arrivals.

use async_trait::async_trait;
use onceover_domain::id::{JobId, Meter, SubmissionId, TenantId};
use onceover_domain::time::Time;
use onceover_domain::units::Units;

use crate::StoreError;

/// A key to be taken for a new job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKey {
    /// Whose.
    pub tenant: TenantId,
    /// The key.
    pub key: String,
    /// Version byte and SHA-256 of the request: 33 bytes.
    pub fingerprint: Vec<u8>,
    /// Canonical members of the request beside its payload.
    pub request: String,
    /// The job it makes.
    pub job: JobId,
    /// When.
    pub created_at: Time,
}

/// A key that is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredKey {
    /// Whose.
    pub tenant: TenantId,
    /// The key.
    pub key: String,
    /// Version byte and SHA-256 of the first request.
    pub fingerprint: Vec<u8>,
    /// Canonical members of the first request beside its payload.
    pub request: String,
    /// Payload of the first request (revision 1 of its job); absent after an erasure.
    pub payload: Option<String>,
    /// The job it made.
    pub job: JobId,
}

/// What an arrival was answered with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SubmissionOutcome {
    /// It made the job.
    Created,
    /// It repeated an earlier one.
    Replayed,
    /// Its key belongs to another request.
    Mismatched,
    /// A rule said no.
    Refused,
}

impl SubmissionOutcome {
    /// As stored and shown.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Replayed => "replayed",
            Self::Mismatched => "mismatched",
            Self::Refused => "refused",
        }
    }

    /// Reads what [`SubmissionOutcome::as_str`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Created, Self::Replayed, Self::Mismatched, Self::Refused]
            .into_iter()
            .find(|o| o.as_str() == text)
    }
}

/// One arrival of a submit request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// Its id; version 7.
    pub id: SubmissionId,
    /// Whose.
    pub tenant: TenantId,
    /// The key it carried.
    pub key: Option<String>,
    /// The job it made or found.
    pub job: Option<JobId>,
    /// How it was answered.
    pub outcome: SubmissionOutcome,
    /// Code of the refusal.
    pub code: Option<String>,
    /// Public part of the API key, or an operator's name.
    pub sender: String,
    /// `Request-Id` of the request.
    pub request_id: String,
    /// When.
    pub at: Time,
    /// JSON paths that differ, of a mismatch.
    pub paths: Vec<String>,
    /// What a denial for want of units was judged by.
    pub denial: Option<Denial>,
}

/// The numbers a denial was judged by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denial {
    /// The meter.
    pub meter: Meter,
    /// Units asked for.
    pub units: Units,
    /// Limit in force.
    pub limit: Units,
    /// Used at that moment.
    pub used: Units,
    /// Reserved at that moment.
    pub reserved: Units,
}

/// Writes of idempotency.
#[async_trait]
pub trait IdempotencyWrites: Send {
    /// Takes each key that is free, waiting for other transactions that are about to take or give back the same one. `keys` are
    /// sorted by tenant and key and distinct. Answers for each, in order, whether it was taken by this call.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when another transaction could not be waited for any longer.
    async fn take_keys(&mut self, keys: &[NewKey]) -> Result<Vec<bool>, StoreError>;

    /// Reads keys with the payload of their first request. Answers in any order; keys that are free are left out.
    ///
    /// # Errors
    /// The database fails.
    async fn stored_keys(
        &mut self,
        keys: &[(TenantId, String)],
    ) -> Result<Vec<StoredKey>, StoreError>;

    /// Gives back keys taken in this transaction whose request was refused after all.
    ///
    /// # Errors
    /// The database fails.
    async fn give_back_keys(&mut self, keys: &[(TenantId, String)]) -> Result<(), StoreError>;

    /// Appends to the log of arrivals.
    ///
    /// # Errors
    /// The database fails.
    async fn log_submissions(&mut self, submissions: &[Submission]) -> Result<(), StoreError>;
}
