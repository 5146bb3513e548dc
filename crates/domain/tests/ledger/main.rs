//! The arithmetic of the ledger: what each posting does to an account, and what no sequence of postings can do.

mod chain;
mod postings;
mod sample;
mod sequences;
