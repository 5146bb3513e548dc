//! Refusals and failures as the caller sees them: `application/problem+json` with a stable `code`.

use serde::Serialize;
use ts_rs::TS;

/// RFC 9457 problem details. `code` is the contract; `detail` says in words what happened and what to do.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub struct Problem {
    /// HTTP status.
    pub status: u16,
    /// Stable machine-readable code, e.g. `limit_exceeded`.
    pub code: String,
    /// Short title of the code.
    pub title: String,
    /// What happened with these values, and what to do.
    pub detail: String,
    /// The facts the refusal was made on (limit, used, reserved, differing paths, ...); units are strings.
    #[ts(skip)]
    #[serde(flatten)]
    pub facts: serde_json::Map<String, serde_json::Value>,
    /// Seconds after which a repeat makes sense; also sent as `Retry-After`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(as = "Option<u32>", optional)]
    pub retry_after: Option<u64>,
}
