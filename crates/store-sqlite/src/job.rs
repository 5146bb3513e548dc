//! Jobs: one row record, the reads, and the writes of the writer.

mod read;
mod record;
mod review;
mod write;
mod written;
