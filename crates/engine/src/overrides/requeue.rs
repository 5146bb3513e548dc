//! Requeue of a dead letter.

use onceover_domain::chain::Hash;
use onceover_domain::id::{JobId, OperatorName, TenantId};
use onceover_domain::job::{Command, Decision, Facts, Job, Rejection, RetryPolicy, State, decide};
use onceover_domain::ledger::Origin;
use onceover_domain::overrides::{self, AuditRecord, OverrideKind};
use onceover_domain::time::Time;
use onceover_store::Transaction;

use super::record::{Asked, Record, answered, audit, known_operator};
use super::{Outcome, OverrideError, OverrideRefused};
use crate::apply::{self, Work};

/// A request to run a dead letter again.
#[derive(Debug, Clone)]
pub struct Requeue {
    /// The job.
    pub job: JobId,
    /// The generation that was seen.
    pub generation: u32,
    /// The payload revision that was seen.
    pub payload_revision: u32,
    /// Why.
    pub reason: String,
    /// Who asks.
    pub operator: OperatorName,
    /// Repeating it returns the first answer.
    pub request_id: String,
}

/// What a transaction ended with: also a refusal that must be recorded commits.
pub type Answer = Result<Outcome, OverrideRefused>;

/// Requeues in the caller's transaction.
///
/// # Errors
/// A refusal that leaves no record, or a failure of the database; nothing may be committed then. A recorded refusal is the inner
/// error and commits.
pub async fn requeue(tx: &mut dyn Transaction, asked: &Requeue) -> Result<Answer, OverrideError> {
    let reason = overrides::reason(&asked.reason).map_err(OverrideRefused::from)?;
    known_operator(tx, &asked.operator).await?;
    let canonical = canonical(asked);
    if let Some(first) =
        answered(tx, &asked.operator, &asked.request_id, |request| request.canonical == canonical)
            .await?
    {
        return Ok(Ok(first));
    }
    let Some(job) = tx.lock_jobs(&[asked.job]).await?.into_iter().next() else {
        return Err(OverrideRefused::NotFound("job").into());
    };
    let now = tx.now().await?;
    let record = Asked {
        kind: OverrideKind::Requeue,
        tenant: &job.tenant,
        target: job.id.to_string(),
        version: i64::from(job.generation),
        canonical,
        reason,
        operator: &asked.operator,
        request_id: &asked.request_id,
    };
    match seen(asked, &job) {
        Ok(()) => carry_out(tx, &job, &record, now).await,
        Err(refused) => {
            audit(tx, refusal(&record, &job.tenant, &refused, now)).await?;
            Ok(Err(refused))
        }
    }
}

/// What was seen must be what is there.
fn seen(asked: &Requeue, job: &Job) -> Result<(), OverrideRefused> {
    if job.generation != asked.generation || job.payload_revision != asked.payload_revision {
        return Err(OverrideRefused::Stale {
            generation: job.generation,
            payload_revision: job.payload_revision,
        });
    }
    if job.state != State::DeadLetter {
        return Err(Rejection::WrongState { state: job.state }.into());
    }
    Ok(())
}

async fn carry_out(
    tx: &mut dyn Transaction,
    job: &Job,
    asked: &Asked<'_>,
    now: Time,
) -> Result<Answer, OverrideError> {
    let retry = RetryPolicy::default();
    let facts = Facts { now, retry: &retry, jitter: 0, ended: None, overage: false };
    let change = match decide(job, &Command::Requeue, &facts).map_err(OverrideRefused::from)? {
        Decision::Change(change) => *change,
        Decision::Repeat => {
            return Err(
                OverrideRefused::Rejected(Rejection::WrongState { state: job.state }).into()
            );
        }
    };
    let mut record = Record::request(tx, asked, now).await?;
    let origin = Origin {
        actor: asked.operator.to_string(),
        reason: Some(asked.reason.clone()),
        override_id: Some(record.id()),
        ..Origin::default()
    };
    let meters =
        apply::meters(tx, job.meter.iter().map(|meter| (job.tenant.clone(), meter.clone())))
            .await?;
    let (prepared, mut rejections) =
        apply::prepare(tx, vec![Work { change, origin }], &meters, now).await?;
    if let Some(rejection) = rejections.pop().flatten() {
        record.failed(tx, &rejection.to_string(), now).await?;
        record.audited(tx, asked, "job.requeue", now).await?;
        return Ok(Err(rejection.into()));
    }
    record.executed(tx, asked, now).await?;
    apply::write(tx, prepared).await?;
    Ok(Ok(record.audited(tx, asked, "job.requeue", now).await?))
}

fn refusal(
    asked: &Asked<'_>,
    tenant: &TenantId,
    refused: &OverrideRefused,
    now: Time,
) -> AuditRecord {
    AuditRecord {
        sequence: 0,
        at: now,
        actor: asked.operator.to_string(),
        action: "job.requeue".to_owned(),
        tenant: Some(tenant.clone()),
        object: asked.target.clone(),
        reason: Some(asked.reason.clone()),
        outcome: format!("refused: {}", refused.code()),
        override_id: None,
        override_head: None,
        previous_hash: Hash::ZERO,
        hash: Hash::ZERO,
    }
}

/// Exactly what will run; keys sorted.
fn canonical(asked: &Requeue) -> String {
    serde_json::json!({
        "generation": asked.generation,
        "job": asked.job.to_string(),
        "kind": OverrideKind::Requeue.as_str(),
        "payload_revision": asked.payload_revision,
    })
    .to_string()
}
