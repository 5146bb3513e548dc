//! Rows of `overrides`, `override_events` and `audit` as they are read.

use onceover_domain::id::{OperatorName, OverrideId, TenantId};
use onceover_domain::overrides::{AuditRecord, EventKind, Override, OverrideEvent, OverrideKind};
use onceover_domain::time::Time;
use onceover_store::StoreError;
use uuid::Uuid;

use crate::row::{count, hash, word};

/// What was asked.
pub(super) struct OverrideRecord {
    pub id: Uuid,
    pub kind: String,
    pub tenant_id: Option<String>,
    pub canonical: String,
    pub digest: Vec<u8>,
    pub reason: String,
    pub requester: String,
    pub approvals_needed: i64,
    pub single_operator: bool,
    pub policy_version: i64,
    pub request_id: String,
    pub requested_at: i64,
    pub expires_at: i64,
}

impl OverrideRecord {
    pub(super) fn request(self) -> Result<Override, StoreError> {
        Ok(Override {
            id: OverrideId(self.id),
            kind: word(&self.kind, OverrideKind::parse, "kind of override")?,
            tenant: self.tenant_id.map(TenantId::stored),
            canonical: self.canonical,
            digest: hash(&self.digest, "override digest")?,
            reason: self.reason,
            requester: OperatorName::stored(self.requester),
            approvals_needed: count(self.approvals_needed, "number of approvals")?,
            single_operator: self.single_operator,
            policy_version: count(self.policy_version, "policy version")?,
            request_id: self.request_id,
            requested_at: Time(self.requested_at),
            expires_at: Time(self.expires_at),
        })
    }
}

/// A step of an override.
pub(super) struct EventRecord {
    pub override_id: Uuid,
    pub sequence: i64,
    pub kind: String,
    pub operator: Option<String>,
    pub reason: Option<String>,
    pub at: i64,
    pub previous_hash: Vec<u8>,
    pub hash: Vec<u8>,
}

impl EventRecord {
    pub(super) fn event(self) -> Result<OverrideEvent, StoreError> {
        Ok(OverrideEvent {
            override_id: OverrideId(self.override_id),
            sequence: count(self.sequence, "event number")?,
            kind: word(&self.kind, EventKind::parse, "kind of event")?,
            operator: self.operator.map(OperatorName::stored),
            reason: self.reason,
            at: Time(self.at),
            previous_hash: hash(&self.previous_hash, "event hash")?,
            hash: hash(&self.hash, "event hash")?,
        })
    }
}

/// An act.
pub(super) struct AuditRow {
    pub sequence: i64,
    pub at: i64,
    pub actor: String,
    pub action: String,
    pub tenant_id: Option<String>,
    pub object: String,
    pub reason: Option<String>,
    pub outcome: String,
    pub override_id: Option<Uuid>,
    pub override_head: Option<Vec<u8>>,
    pub previous_hash: Vec<u8>,
    pub hash: Vec<u8>,
}

impl AuditRow {
    pub(super) fn record(self) -> Result<AuditRecord, StoreError> {
        Ok(AuditRecord {
            sequence: self.sequence,
            at: Time(self.at),
            actor: self.actor,
            action: self.action,
            tenant: self.tenant_id.map(TenantId::stored),
            object: self.object,
            reason: self.reason,
            outcome: self.outcome,
            override_id: self.override_id.map(OverrideId),
            override_head: self
                .override_head
                .map(|head| hash(&head, "override head"))
                .transpose()?,
            previous_hash: hash(&self.previous_hash, "audit hash")?,
            hash: hash(&self.hash, "audit hash")?,
        })
    }
}
