//! Overrides, their events and targets, and the audit: the records of their rows, the reads and the writes.

mod read;
mod record;
mod write;
