//! Jobs: the records of their rows, the reads, what the console counts, and the writes.

mod read;
mod record;
mod review;
mod write;
