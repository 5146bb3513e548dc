//! The record of an override: its row, its events, its targets and its line in the audit.

use onceover_domain::chain::Hash;
use onceover_domain::id::{OperatorName, OverrideId, TenantId};
use onceover_domain::overrides::{
    AuditRecord, EXPIRY, EventKind, Override, OverrideEvent, OverrideKind, OverrideTarget, Policy,
};
use onceover_domain::time::Time;
use onceover_store::{StoreError, Transaction};
use uuid::Uuid;

use super::{Outcome, OverrideError, OverrideRefused};

/// A request on its way into the record.
pub(super) struct Record {
    request: Override,
    events: Vec<OverrideEvent>,
}

/// What is asked, by whom and why.
pub(super) struct Asked<'a> {
    pub kind: OverrideKind,
    pub tenant: &'a TenantId,
    /// Target and version in words of `override_targets`.
    pub target: String,
    pub version: i64,
    /// Exactly what will run; JSON text with sorted keys.
    pub canonical: String,
    pub reason: String,
    pub operator: &'a OperatorName,
    pub request_id: &'a str,
}

/// The first answer to this request id, if there was one.
pub(super) async fn answered(
    tx: &mut dyn Transaction,
    operator: &OperatorName,
    request_id: &str,
    same: impl Fn(&Override) -> bool + Send,
) -> Result<Option<Outcome>, OverrideError> {
    let Some(id) = tx.override_by_request(operator, request_id).await? else { return Ok(None) };
    let found = tx.overrides(&[id]).await?;
    let Some((request, events)) = found.into_iter().next() else { return Ok(None) };
    if !same(&request) {
        return Err(OverrideRefused::RequestReused.into());
    }
    Ok(events.last().map(|last| outcome(&request, last, true)))
}

/// Refuses an operator this workspace does not know.
pub(super) async fn known_operator(
    tx: &mut dyn Transaction,
    operator: &OperatorName,
) -> Result<usize, OverrideError> {
    let operators = tx.operators().await?;
    if operators.iter().any(|known| known.name == *operator) {
        Ok(operators.len() - 1)
    } else {
        Err(OverrideRefused::NoOperator(operator.clone()).into())
    }
}

impl Record {
    /// Writes the request; it waits until [`Record::executed`] or [`Record::failed`].
    pub(super) async fn request(
        tx: &mut dyn Transaction,
        asked: &Asked<'_>,
        now: Time,
    ) -> Result<Self, StoreError> {
        // Nobody else can approve before operators have roles and sign in.
        let need = Policy::DEFAULT.need(asked.kind, 1, false, 0);
        let digest = Hash::of(asked.canonical.as_bytes());
        let request = Override {
            id: OverrideId(Uuid::now_v7()),
            kind: asked.kind,
            tenant: Some(asked.tenant.clone()),
            canonical: asked.canonical.clone(),
            digest,
            reason: asked.reason.clone(),
            requester: asked.operator.clone(),
            approvals_needed: need.approvals,
            single_operator: need.single_operator,
            policy_version: Policy::DEFAULT.version,
            request_id: asked.request_id.to_owned(),
            requested_at: now,
            expires_at: now.after(EXPIRY),
        };
        tx.insert_override(&request).await?;
        let mut record = Self { request, events: vec![] };
        record.push(EventKind::Requested, Some(asked.operator.clone()), None, now);
        Ok(record)
    }

    /// The override's id.
    pub(super) const fn id(&self) -> OverrideId {
        self.request.id
    }

    fn push(
        &mut self,
        kind: EventKind,
        operator: Option<OperatorName>,
        reason: Option<String>,
        now: Time,
    ) {
        let event =
            OverrideEvent::after(&self.request, self.events.last(), kind, operator, reason, now);
        self.events.push(event);
    }

    /// Writes that it is carried out and what that allows; the effect itself comes next.
    pub(super) async fn executed(
        &mut self,
        tx: &mut dyn Transaction,
        asked: &Asked<'_>,
        now: Time,
    ) -> Result<(), StoreError> {
        self.push(EventKind::Executed, Some(asked.operator.clone()), None, now);
        tx.append_override_events(&self.events).await?;
        tx.insert_override_targets(&[OverrideTarget {
            override_id: self.request.id,
            kind: asked.kind,
            tenant: asked.tenant.clone(),
            target: asked.target.clone(),
            version: asked.version,
        }])
        .await
    }

    /// Writes that a rule refused the effect.
    pub(super) async fn failed(
        &mut self,
        tx: &mut dyn Transaction,
        why: &str,
        now: Time,
    ) -> Result<(), StoreError> {
        self.push(EventKind::Failed, None, Some(why.to_owned()), now);
        tx.append_override_events(&self.events).await
    }

    /// Writes the line in the audit, last of all, and answers.
    pub(super) async fn audited(
        self,
        tx: &mut dyn Transaction,
        asked: &Asked<'_>,
        action: &str,
        now: Time,
    ) -> Result<Outcome, OverrideError> {
        let Some(last) = self.events.last() else {
            return Err(StoreError::Failed("an override without an event".to_owned()).into());
        };
        let line = AuditRecord {
            sequence: 0,
            at: now,
            actor: asked.operator.to_string(),
            action: action.to_owned(),
            tenant: Some(asked.tenant.clone()),
            object: asked.target.clone(),
            reason: Some(asked.reason.clone()),
            outcome: last.kind.state().to_owned(),
            override_id: Some(self.request.id),
            override_head: Some(last.hash),
            previous_hash: Hash::ZERO,
            hash: Hash::ZERO,
        };
        audit(tx, line).await?;
        Ok(outcome(&self.request, last, false))
    }
}

/// Appends one line to the audit.
pub(super) async fn audit(tx: &mut dyn Transaction, line: AuditRecord) -> Result<(), StoreError> {
    let head = tx.lock_audit().await?;
    tx.append_audit(&[line.chained(head)]).await
}

fn outcome(request: &Override, last: &OverrideEvent, replayed: bool) -> Outcome {
    Outcome {
        id: request.id,
        kind: request.kind,
        last: last.kind,
        reason: last.reason.clone(),
        at: last.at,
        replayed,
    }
}
