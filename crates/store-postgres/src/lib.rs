//! The store on PostgreSQL, 15 and later: one database for many machines.
//!
//! Implements every trait of `onceover-store` and decides nothing: rules are in `onceover-domain`, transactions are put together
//! in `onceover-engine`. Transactions run at READ COMMITTED with row locks in a fixed order; a snapshot is one REPEATABLE READ
//! transaction. SQL lives in `queries/<noun>/<operation>.sql`, checked at compile time. A batch is one statement: it travels as
//! one array a column and is taken apart by `unnest`.
//!
//! Start with [`PostgresStore`], then `link.rs`, which keeps a half-done transaction from ever reaching the pool, and
//! `transaction.rs`; each noun has its file.

mod clock;
mod error;
mod idempotency;
mod job;
mod ledger;
mod link;
mod migration;
mod operator;
mod overrides;
mod row;
mod settings;
mod store;
mod tenant;
mod transaction;
mod verify;

pub use store::PostgresStore;
