//! The state table of the specification, section 3, held against `job::decide`: every state x every command.
//!
//! What is expected was written down from the specification, not read off the code. `table` is the whole of it, `corners` are
//! the rows that depend on more than the state, `lease` and `retry` the laws of time.

mod corners;
mod lease;
mod retry;
mod sample;
mod table;
