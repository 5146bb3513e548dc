//! The HTTP API over real sockets, on both databases.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod claims;
mod digits;
mod hang_up;
mod isolation;
mod keys;
mod long_poll;
mod nesting;
mod parallel;
mod protocol;
mod ready;
mod refused;
mod shapes;
mod sizes;
