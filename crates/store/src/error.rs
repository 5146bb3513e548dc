//! What can go wrong in a store. A rule that says no is not among it: that is a domain rejection.

/// A failure of the database or of the way to it. No database library's type leaves a store.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached or answers too late; nothing was changed, repeating is safe.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// Another transaction was in the way (lock, deadlock, serialization); nothing was changed, repeating is safe.
    #[error("another transaction was in the way: {0}")]
    Busy(String),
    /// The commit was sent and no answer came: it may or may not have happened.
    #[error("the outcome of the commit is not known: {0}")]
    CommitUnknown(String),
    /// A constraint or guard of the database refused the write; the transaction is void.
    #[error("the database refused the write: {0}")]
    Refused(String),
    /// A compare-and-set found another version than was read; the transaction is void.
    #[error("{0} changed in the meantime")]
    Conflict(String),
    /// The database is not one this program can use (settings, version, contents).
    #[error("{0}")]
    Unusable(String),
    /// Anything else; nothing was changed.
    #[error("the database failed: {0}")]
    Failed(String),
}
