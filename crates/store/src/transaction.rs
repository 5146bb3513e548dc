//! The store itself, its consistent reads and its transactions.

use async_trait::async_trait;
use onceover_domain::time::Time;

use crate::{
    IdempotencyWrites, JobReads, JobWrites, LedgerReads, LedgerWrites, OperatorReads,
    OperatorWrites, OverrideReads, OverrideWrites, StoreError, TenantReads, TenantWrites,
};

/// What a database can do; code asks for an ability, never for a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// Several writers at a time make sense.
    pub concurrent_writers: bool,
    /// Shown to people: `sqlite` or `postgres`.
    pub name: &'static str,
}

/// A database.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// What it can do.
    fn capabilities(&self) -> Capabilities;

    /// Begins a consistent read: everything read through it is of one moment.
    ///
    /// # Errors
    /// The database cannot be reached.
    async fn read(&self) -> Result<Box<dyn Snapshot>, StoreError>;

    /// Begins a transaction. The caller must drive it to [`Transaction::commit`] or [`Transaction::rollback`] in a task that is
    /// never dropped: a future dropped half-way would leave its connection in an open transaction.
    ///
    /// # Errors
    /// The database cannot be reached or written to.
    async fn write(&self) -> Result<Box<dyn Transaction>, StoreError>;

    /// Closes all connections, after the work under way.
    async fn close(&self);
}

/// A consistent read.
#[async_trait]
pub trait Snapshot:
    JobReads + LedgerReads + TenantReads + OverrideReads + OperatorReads + Send
{
    /// Database time now (or the hand-turned clock's).
    ///
    /// # Errors
    /// The database cannot be reached.
    async fn now(&mut self) -> Result<Time, StoreError>;
}

/// A transaction: reads, locks and writes that happen together or not at all.
#[async_trait]
pub trait Transaction:
    Snapshot
    + IdempotencyWrites
    + JobWrites
    + LedgerWrites
    + TenantWrites
    + OverrideWrites
    + OperatorWrites
{
    /// Makes everything durable.
    ///
    /// # Errors
    /// [`StoreError::CommitUnknown`] if the answer did not come; any other error: nothing was changed.
    async fn commit(self: Box<Self>) -> Result<(), StoreError>;

    /// Undoes everything.
    ///
    /// # Errors
    /// The connection broke; the database undoes it by itself.
    async fn rollback(self: Box<Self>) -> Result<(), StoreError>;
}
