//! What crosses the line: the shapes that HTTP, the command line and the console read and write.
//!
//! Everything here is plain data. Units are strings (JSON numbers are rounded above 2^53 by most clients), times are RFC 3339
//! in UTC, payloads travel as the text they came as. The console's TypeScript is generated from these types; rules live in
//! `onceover-domain`, operations in the modules beside this one.

#![expect(
    missing_docs,
    reason = "fields bear the nouns of the specification; what is not obvious has its own line"
)]

mod dead_letter;
mod job;
mod ledger;
mod now;
mod overrides;
mod problem;
mod verify;
mod workspace;

pub use dead_letter::*;
pub use job::*;
pub use ledger::*;
pub use now::*;
pub use overrides::*;
pub use problem::*;
pub use verify::*;
pub use workspace::*;
