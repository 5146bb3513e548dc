//! The port: what the engine needs from a database, one trait per noun.
//!
//! Everything is a batch: operations take and return slices. A store knows no rule: it reads the facts that `onceover-domain`
//! decides on and writes what was decided, by compare-and-set. Two adapters stand behind it, `onceover-store-sqlite` and
//! `onceover-store-postgres`; the conformance suite in `tests/` holds both to the laws written at each method. Locks are taken
//! in the order of the write traits' methods: override, keys, jobs by id, accounts, audit.

mod clock;
mod error;
mod idempotency;
mod job;
mod ledger;
mod operator;
mod overrides;
mod tenant;
mod transaction;
mod view;

pub use clock::{Clock, ManualClock};
pub use error::StoreError;
pub use idempotency::{
    Denial, IdempotencyWrites, NewKey, StoredKey, Submission, SubmissionOutcome,
};
pub use job::{DueQuery, JobReads, JobWrites, NewJob};
pub use ledger::{AccountId, LedgerReads, LedgerWrites};
pub use operator::{ApiKey, Environment, OperatorReads, OperatorWrites, Scope, Workspace};
pub use overrides::{OverrideReads, OverrideWrites};
pub use tenant::{TenantReads, TenantWrites};
pub use transaction::{Capabilities, Snapshot, Store, Transaction};
pub use view::*;
