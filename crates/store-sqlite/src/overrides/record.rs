//! Rows of `overrides`, `override_events`, `override_targets` and `audit`, as read and as written.

use onceover_domain::id::{OperatorName, OverrideId, TenantId};
use onceover_domain::overrides::{
    AuditRecord, EventKind, Override, OverrideEvent, OverrideKind, OverrideTarget,
};
use onceover_domain::time::Time;
use onceover_store::StoreError;
use serde::Serialize;

use crate::row::{Hex, count, hash, id, word};

pub(super) struct OverrideRow {
    pub id: Vec<u8>,
    pub kind: String,
    pub tenant_id: Option<String>,
    pub canonical: String,
    pub digest: Vec<u8>,
    pub reason: String,
    pub requester: String,
    pub approvals_needed: i64,
    pub single_operator: i64,
    pub policy_version: i64,
    pub request_id: String,
    pub requested_at: i64,
    pub expires_at: i64,
}

impl OverrideRow {
    pub(super) fn request(self) -> Result<Override, StoreError> {
        Ok(Override {
            id: OverrideId(id(&self.id, "override id")?),
            kind: word(&self.kind, OverrideKind::parse, "override kind")?,
            tenant: self.tenant_id.map(TenantId::stored),
            canonical: self.canonical,
            digest: hash(&self.digest, "override digest")?,
            reason: self.reason,
            requester: OperatorName::stored(self.requester),
            approvals_needed: count(self.approvals_needed, "approval count")?,
            single_operator: self.single_operator != 0,
            policy_version: count(self.policy_version, "policy version")?,
            request_id: self.request_id,
            requested_at: Time(self.requested_at),
            expires_at: Time(self.expires_at),
        })
    }
}

pub(super) struct EventRow {
    pub override_id: Vec<u8>,
    pub sequence: i64,
    pub kind: String,
    pub operator: Option<String>,
    pub reason: Option<String>,
    pub at: i64,
    pub previous_hash: Vec<u8>,
    pub hash: Vec<u8>,
}

impl EventRow {
    pub(super) fn event(self) -> Result<OverrideEvent, StoreError> {
        Ok(OverrideEvent {
            override_id: OverrideId(id(&self.override_id, "override id")?),
            sequence: count(self.sequence, "event number")?,
            kind: word(&self.kind, EventKind::parse, "event kind")?,
            operator: self.operator.map(OperatorName::stored),
            reason: self.reason,
            at: Time(self.at),
            previous_hash: hash(&self.previous_hash, "event hash")?,
            hash: hash(&self.hash, "event hash")?,
        })
    }
}

pub(super) struct AuditRow {
    pub sequence: i64,
    pub at: i64,
    pub actor: String,
    pub action: String,
    pub tenant_id: Option<String>,
    pub object: String,
    pub reason: Option<String>,
    pub outcome: String,
    pub override_id: Option<Vec<u8>>,
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
            override_id: self
                .override_id
                .map(|given| id(&given, "override id").map(OverrideId))
                .transpose()?,
            override_head: self
                .override_head
                .map(|head| hash(&head, "override hash"))
                .transpose()?,
            previous_hash: hash(&self.previous_hash, "audit hash")?,
            hash: hash(&self.hash, "audit hash")?,
        })
    }
}

#[derive(Serialize)]
pub(super) struct EventInsert<'a> {
    override_id: Hex<'a>,
    sequence: u32,
    kind: &'a str,
    operator: Option<&'a str>,
    reason: Option<&'a str>,
    at: i64,
    previous_hash: Hex<'a>,
    hash: Hex<'a>,
}

impl<'a> From<&'a OverrideEvent> for EventInsert<'a> {
    fn from(event: &'a OverrideEvent) -> Self {
        Self {
            override_id: Hex::id(&event.override_id.0),
            sequence: event.sequence,
            kind: event.kind.as_str(),
            operator: event.operator.as_ref().map(OperatorName::as_str),
            reason: event.reason.as_deref(),
            at: event.at.0,
            previous_hash: Hex::hash(&event.previous_hash),
            hash: Hex::hash(&event.hash),
        }
    }
}

#[derive(Serialize)]
pub(super) struct TargetInsert<'a> {
    override_id: Hex<'a>,
    kind: &'a str,
    tenant_id: &'a str,
    target: &'a str,
    version: i64,
}

impl<'a> From<&'a OverrideTarget> for TargetInsert<'a> {
    fn from(target: &'a OverrideTarget) -> Self {
        Self {
            override_id: Hex::id(&target.override_id.0),
            kind: target.kind.as_str(),
            tenant_id: target.tenant.as_str(),
            target: &target.target,
            version: target.version,
        }
    }
}

#[derive(Serialize)]
pub(super) struct AuditInsert<'a> {
    sequence: i64,
    at: i64,
    actor: &'a str,
    action: &'a str,
    tenant_id: Option<&'a str>,
    object: &'a str,
    reason: Option<&'a str>,
    outcome: &'a str,
    override_id: Option<Hex<'a>>,
    override_head: Option<Hex<'a>>,
    previous_hash: Hex<'a>,
    hash: Hex<'a>,
}

impl<'a> From<&'a AuditRecord> for AuditInsert<'a> {
    fn from(record: &'a AuditRecord) -> Self {
        Self {
            sequence: record.sequence,
            at: record.at.0,
            actor: &record.actor,
            action: &record.action,
            tenant_id: record.tenant.as_ref().map(TenantId::as_str),
            object: &record.object,
            reason: record.reason.as_deref(),
            outcome: &record.outcome,
            override_id: record.override_id.as_ref().map(|given| Hex::id(&given.0)),
            override_head: record.override_head.as_ref().map(Hex::hash),
            previous_hash: Hex::hash(&record.previous_hash),
            hash: Hex::hash(&record.hash),
        }
    }
}
