//! The program as its users run it: real processes, on both databases.

mod end_to_end;
mod killed;
mod program;
mod storm;
mod usage;
