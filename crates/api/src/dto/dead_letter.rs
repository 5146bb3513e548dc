//! Dead letters, grouped by error.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::JobRow;

/// Dead letters that share one error.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct DeadLetterGroup {
    /// Stable id of the group: derived from class and message with numbers and ids taken out.
    pub group: String,
    pub class: String,
    /// Message of the newest member.
    pub message: String,
    #[ts(type = "number")]
    pub jobs: i64,
    pub tenants: Vec<String>,
    pub kinds: Vec<String>,
    pub first_at: String,
    pub last_at: String,
    /// Held units per meter.
    pub held: Vec<HeldByMeter>,
    /// Deaths per hour over the last 24 hours, oldest first.
    #[ts(type = "Array<number>")]
    pub hours: Vec<i64>,
}

/// Units of one meter held by a group.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct HeldByMeter {
    pub meter: String,
    pub scale: u8,
    pub units: String,
}

/// How many dead letters of one tenant and kind.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct TenantKind {
    pub tenant: String,
    pub kind: String,
    #[ts(type = "number")]
    pub jobs: i64,
}

/// Answer of `dead_letter.groups`: largest first.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct DeadLetterGroups {
    pub groups: Vec<DeadLetterGroup>,
    pub as_of: String,
}

/// Argument of `dead_letter.group`.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct GroupRef {
    pub group: String,
}

/// Answer of `dead_letter.group`: one group with its newest 200 members.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct DeadLetterGroupDetail {
    pub group: DeadLetterGroup,
    pub grid: Vec<TenantKind>,
    /// Message variants with their counts, most frequent first.
    pub variants: Vec<Variant>,
    pub jobs: Vec<JobRow>,
    pub as_of: String,
}

/// One wording of a group's message.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct Variant {
    pub message: String,
    #[ts(type = "number")]
    pub jobs: i64,
}
