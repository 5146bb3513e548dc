//! What runs: group commit, claims, rescue, built-in workers, overrides and `verify`.
//!
//! The engine puts transactions together: it reads the facts through `onceover-store`, lets `onceover-domain` decide and writes
//! what was decided. Operations for callers, with permissions and wire shapes, are in `onceover-api`. Start with [`Engine`].

mod apply;
mod claim;
mod engine;
mod finish;
mod group_commit;
mod hint;
pub mod overrides;
mod submit;
mod transaction;
mod verify;
pub mod worker;

pub use claim::{Claim, Claimed};
pub use engine::{Engine, Settings};
pub use finish::{Finish, FinishAnswer, FinishRefused};
pub use hint::Hints;
pub use submit::{Submit, SubmitAnswer, SubmitRefused, Submitted};
pub use transaction::{Busy, Step, transact};
pub use verify::{Check, Report, verify};
