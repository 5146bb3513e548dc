//! Overrides, their events and targets, and the audit.

use async_trait::async_trait;
use onceover_domain::id::{JobId, OperatorName, OverrideId};
use onceover_domain::overrides::{AuditHead, AuditRecord, Override, OverrideEvent, OverrideTarget};

use crate::StoreError;

/// Reads of overrides.
#[async_trait]
pub trait OverrideReads: Send {
    /// Overrides by id with their events in order; those that do not exist are left out.
    ///
    /// # Errors
    /// The database fails.
    async fn overrides(
        &mut self,
        ids: &[OverrideId],
    ) -> Result<Vec<(Override, Vec<OverrideEvent>)>, StoreError>;

    /// The override a request of this operator made.
    ///
    /// # Errors
    /// The database fails.
    async fn override_by_request(
        &mut self,
        requester: &OperatorName,
        request_id: &str,
    ) -> Result<Option<OverrideId>, StoreError>;

    /// Executed overrides that had this job as a target, oldest first.
    ///
    /// # Errors
    /// The database fails.
    async fn overrides_of_job(&mut self, job: JobId) -> Result<Vec<OverrideId>, StoreError>;

    /// Ids of all overrides above `after` in the order of their ids, at most `limit`: for `verify`.
    ///
    /// # Errors
    /// The database fails.
    async fn override_ids(
        &mut self,
        after: Option<OverrideId>,
        limit: u32,
    ) -> Result<Vec<OverrideId>, StoreError>;

    /// Audit records above sequence number `after`, in order, at most `limit`.
    ///
    /// # Errors
    /// The database fails.
    async fn audit_records(
        &mut self,
        after: i64,
        limit: u32,
    ) -> Result<Vec<AuditRecord>, StoreError>;
}

/// Writes of overrides.
#[async_trait]
pub trait OverrideWrites: Send {
    /// Locks an override that exists.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when another transaction could not be waited for any longer.
    async fn lock_override(&mut self, id: OverrideId) -> Result<(), StoreError>;

    /// Inserts an override.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when the id or the requester's request id exists.
    async fn insert_override(&mut self, request: &Override) -> Result<(), StoreError>;

    /// Appends events, in the order given.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when a guard says no.
    async fn append_override_events(&mut self, events: &[OverrideEvent]) -> Result<(), StoreError>;

    /// Inserts the one-use targets of an executed override.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when the override was not executed or a target was used.
    async fn insert_override_targets(
        &mut self,
        targets: &[OverrideTarget],
    ) -> Result<(), StoreError>;

    /// Locks the audit chain, last of all locks, and reads where it ends.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when another transaction could not be waited for any longer.
    async fn lock_audit(&mut self) -> Result<AuditHead, StoreError>;

    /// Appends audit records, in the order given.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when they do not continue the chain.
    async fn append_audit(&mut self, records: &[AuditRecord]) -> Result<(), StoreError>;
}
