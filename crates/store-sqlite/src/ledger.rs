//! Accounts and entries: their row records, the reads, and the writes of the writer.

mod read;
mod record;
mod write;
