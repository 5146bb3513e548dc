//! The store on SQLite: one file, nothing to install.
//!
//! Implements every trait of `onceover-store` and decides nothing: rules are in `onceover-domain`, transactions are put together
//! in `onceover-engine`. One writer connection (writers of this process queue in memory, those of other processes are met by the
//! busy timeout) and a pool of read-only readers. SQL lives in `queries/<noun>/<operation>.sql`, checked at compile time. A batch
//! is one statement: it travels as one JSON text and is taken apart by `jsonb_each`, which gives `i64` back exactly; ids and
//! hashes travel as hexadecimal text.
//!
//! Start with [`SqliteStore`], then `transaction.rs`; each noun has its file.

mod clock;
mod error;
mod idempotency;
mod job;
mod ledger;
mod migration;
mod operator;
mod overrides;
mod row;
mod settings;
mod store;
mod tenant;
mod transaction;
mod verify;

pub use store::SqliteStore;
