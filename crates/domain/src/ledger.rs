//! The usage ledger: append-only entries per account, each chained to the one before.
//!
//! An [`Account`] answers every posting with the [`Entry`] to append, or refuses; it also carries the running totals, so that
//! many postings of one batch cost one write of the account. Where totals are stored they are checked against the entries by
//! `verify`.

mod account;
mod check;
mod entry;

pub use account::{Account, LedgerRejection, Limit, LimitExceeded, Origin};
pub use check::{AccountCheck, CHECKS, Violation};
pub use entry::{Entry, EntryKind};
