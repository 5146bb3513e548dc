//! The workspace: which database this is, what it is used for and who is at the desk.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a workspace is used for; the console's band says it first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Environment {
    /// Real customers.
    Production,
    /// A rehearsal of production.
    Staging,
    /// For tests.
    Test,
    /// One person's machine.
    Local,
}

/// Answer of `workspace.get`.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct Workspace {
    /// The name given at `init`, e.g. `eu-billing`.
    pub name: String,
    /// What it is used for.
    pub environment: Environment,
    /// `sqlite` or `postgres`.
    pub database: String,
    /// The operator every act of this desk is recorded under.
    pub operator: String,
    /// Version of the program.
    pub version: String,
    /// Address of the HTTP API this process serves, if it does.
    pub listen: Option<String>,
    /// When this was read, database time.
    pub as_of: String,
}

/// Sent to the window after a commit: a hint to read again, never the truth itself.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct Changed {
    /// Grows by one with every hint; a gap means hints were merged.
    #[ts(type = "number")]
    pub sequence: u64,
}
