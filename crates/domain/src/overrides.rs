//! Overrides: every manual act of an operator, with its reason, its votes and its one-use permission to change a row.
//!
//! An override's row never changes; its state is its last event. Its events form a chain of their own, and the audit chain,
//! written last, carries the head of that chain.

mod audit;
mod event;
mod kind;
mod policy;

pub use audit::{AuditHead, AuditRecord};
pub use event::{EventKind, OverrideEvent};
pub use kind::OverrideKind;
pub use policy::{Need, Policy};

use std::time::Duration;

use crate::chain::{Hash, Link};
use crate::id::{OperatorName, OverrideId, TenantId};
use crate::time::Time;

/// A request expires after this unless it was decided.
pub const EXPIRY: Duration = Duration::from_secs(24 * 60 * 60);
/// Shortest reason that says anything.
pub const REASON_MIN: usize = 3;
/// Longest reason that is stored.
pub const REASON_MAX: usize = 2_000;

/// What was asked, by whom, why, and under which policy. Immutable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// Its id.
    pub id: OverrideId,
    /// What is asked.
    pub kind: OverrideKind,
    /// The tenant it touches, if only one.
    pub tenant: Option<TenantId>,
    /// Canonical form of exactly what will run; JSON text with sorted keys.
    pub canonical: String,
    /// SHA-256 of `canonical`; votes are bound to it.
    pub digest: Hash,
    /// Why.
    pub reason: String,
    /// Who asks.
    pub requester: OperatorName,
    /// Approvals by others that are needed.
    pub approvals_needed: u32,
    /// Nobody but the requester could have approved.
    pub single_operator: bool,
    /// Version of the policy it was judged by.
    pub policy_version: u32,
    /// Repeating this id returns the first answer.
    pub request_id: String,
    /// When it was asked.
    pub requested_at: Time,
    /// When it expires undecided.
    pub expires_at: Time,
}

impl Override {
    /// Hash over every field of the row; each event of the override carries it on.
    #[must_use]
    pub fn row_hash(&self) -> Hash {
        Link::after(self.digest, "override")
            .bytes(self.id.0.as_bytes())
            .text(self.kind.as_str())
            .maybe(self.tenant.as_ref().map(|tenant| tenant.as_str().as_bytes()))
            .text(&self.canonical)
            .text(&self.reason)
            .text(self.requester.as_str())
            .number(i64::from(self.approvals_needed))
            .number(i64::from(self.single_operator))
            .number(i64::from(self.policy_version))
            .text(&self.request_id)
            .number(self.requested_at.0)
            .number(self.expires_at.0)
            .hash()
    }
}

/// The one-use permission of an executed override to change one row of one version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverrideTarget {
    /// Whose permission.
    pub override_id: OverrideId,
    /// What may be done.
    pub kind: OverrideKind,
    /// Tenant of the row.
    pub tenant: TenantId,
    /// Job id, meter name or `meter/period/sequence` of an entry.
    pub target: String,
    /// Generation of the job, version of the limit, or 0.
    pub version: i64,
}

/// Why a reason is not one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("give a reason of {REASON_MIN} to {REASON_MAX} characters; it is kept with what you do")]
pub struct ReasonInvalid;

/// Checks a reason and takes off surrounding blanks.
///
/// # Errors
/// [`ReasonInvalid`] when it is too short or too long.
pub fn reason(text: &str) -> Result<String, ReasonInvalid> {
    let text = text.trim().replace('\0', "\\u0000");
    if (REASON_MIN..=REASON_MAX).contains(&text.chars().count()) {
        Ok(text)
    } else {
        Err(ReasonInvalid)
    }
}
