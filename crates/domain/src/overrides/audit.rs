//! The audit: who did, saw or was refused what, when and why; one chain for the workspace.

use crate::chain::{Hash, Link};
use crate::id::{OverrideId, TenantId};
use crate::time::Time;

/// Where the audit chain ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuditHead {
    /// Sequence number of the last record; 0 before the first.
    pub sequence: i64,
    /// Its time.
    pub at: Time,
    /// Its hash.
    pub hash: Hash,
}

/// One act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRecord {
    /// Gapless, from 1.
    pub sequence: i64,
    /// When.
    pub at: Time,
    /// Who.
    pub actor: String,
    /// What, e.g. `job.requeue`.
    pub action: String,
    /// The tenant it touches, if only one.
    pub tenant: Option<TenantId>,
    /// What it was done to, e.g. a job id.
    pub object: String,
    /// Why.
    pub reason: Option<String>,
    /// `executed`, `refused`, ...
    pub outcome: String,
    /// The override it belongs to.
    pub override_id: Option<OverrideId>,
    /// Hash of that override's last event.
    pub override_head: Option<Hash>,
    /// Hash of the record before.
    pub previous_hash: Hash,
    /// Hash of this one.
    pub hash: Hash,
}

impl AuditRecord {
    /// Puts the record at the end of the chain.
    #[must_use]
    pub fn chained(mut self, head: AuditHead) -> Self {
        self.sequence = head.sequence.saturating_add(1);
        self.at = self.at.max(head.at);
        self.previous_hash = head.hash;
        self.hash = self.computed_hash();
        self
    }

    /// The hash its fields give.
    #[must_use]
    pub fn computed_hash(&self) -> Hash {
        Link::after(self.previous_hash, "audit")
            .number(self.sequence)
            .number(self.at.0)
            .text(&self.actor)
            .text(&self.action)
            .maybe(self.tenant.as_ref().map(|tenant| tenant.as_str().as_bytes()))
            .text(&self.object)
            .maybe(self.reason.as_deref().map(str::as_bytes))
            .text(&self.outcome)
            .maybe(self.override_id.as_ref().map(|id| id.0.as_bytes().as_slice()))
            .maybe(self.override_head.as_ref().map(|hash| hash.0.as_slice()))
            .hash()
    }
}
