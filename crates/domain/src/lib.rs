//! The rules of Onceover, and nothing else: pure functions over plain data.
//!
//! No async, no clock, no randomness, no input or output: time, ids and jitter are arguments. Stores read the facts and write
//! the changes decided here (`onceover-store`); transactions are put together in `onceover-engine`. Start with [`job`], whose
//! [`job::decide`] is the whole state table, then [`ledger`] and [`idempotency`].

pub mod chain;
pub mod id;
pub mod idempotency;
pub mod job;
pub mod ledger;
pub mod operator;
pub mod overrides;
pub mod tenant;
pub mod time;
pub mod units;
