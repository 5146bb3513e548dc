//! The program as its users run it: real processes, on both databases.
#![expect(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

mod end_to_end;
mod killed;
mod program;
mod storm;
mod usage;
