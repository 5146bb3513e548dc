//! One row in every table, written through the store.

use std::collections::BTreeMap;
use std::time::Duration;

use onceover_domain::chain::Hash;
use onceover_domain::id::{
    JobId, Kind, LeaseToken, Meter, OperatorName, OverrideId, Queue, SubmissionId, TenantId,
};
use onceover_domain::job::{Attempt, Failure, Hold, Job, Lease, Outcome, State};
use onceover_domain::ledger::{Limit, Origin};
use onceover_domain::operator::Operator;
use onceover_domain::overrides::{
    AuditRecord, EventKind, Override, OverrideEvent, OverrideKind, OverrideTarget,
};
use onceover_domain::tenant::{MeterSettings, Period, ReserveAt, Tenant};
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store::{
    AccountId, NewJob, NewKey, Store, Submission, SubmissionOutcome, Transaction,
};
use onceover_store_postgres::PostgresStore;
use uuid::Uuid;

pub const NOW: Time = Time(1_700_000_000_000_000);
pub const LIMIT: Limit = Limit { units: Units(100), version: 1 };

pub fn tenant() -> TenantId {
    TenantId::stored("acme".to_owned())
}

pub fn meter() -> Meter {
    Meter::stored("emails".to_owned())
}

pub fn account() -> AccountId {
    AccountId { tenant: tenant(), meter: meter(), period_start: Time(0) }
}

pub fn job(key: Option<&str>) -> Job {
    Job {
        id: JobId(Uuid::now_v7()),
        tenant: tenant(),
        kind: Kind::stored("send".to_owned()),
        queue: Queue::stored("default".to_owned()),
        state: State::Queued,
        priority: 0,
        run_at: NOW,
        attempt: 0,
        failures: 0,
        max_attempts: 5,
        generation: 1,
        losses: 0,
        releases: 0,
        payload_revision: 1,
        meter: Some(meter()),
        units: Some(Units(7)),
        key: key.map(str::to_owned),
        labels: BTreeMap::new(),
        created_at: NOW,
        changed_at: NOW,
        started_at: None,
        finished_at: None,
        lease: None,
        cancel_requested: false,
        blocked: false,
        failure: None,
        result: None,
        hold: None,
        version: 1,
    }
}

pub async fn set_up(store: &PostgresStore) {
    let mut transaction = store.write().await.unwrap();
    transaction
        .insert_tenant(&Tenant { id: tenant(), created_at: NOW, suspended_at: None })
        .await
        .unwrap();
    let settings = MeterSettings {
        tenant: tenant(),
        meter: meter(),
        scale: 0,
        period: Period::None,
        reserve: ReserveAt::Submit,
        overage: false,
        limit: LIMIT,
    };
    transaction.insert_meter(&settings, "set-up", NOW).await.unwrap();
    for name in ["ada", "grace"] {
        let operator = Operator { name: OperatorName::stored(name.to_owned()), created_at: NOW };
        transaction.insert_operator(&operator).await.unwrap();
    }
    transaction.commit().await.unwrap();
}

/// Submits a job with its key, log line and reservation.
pub async fn submit(transaction: &mut dyn Transaction, key: &str) -> Job {
    let mut job = job(Some(key));
    let taken = NewKey {
        tenant: tenant(),
        key: key.to_owned(),
        fingerprint: vec![1; 33],
        request: "{}".to_owned(),
        job: job.id,
        created_at: NOW,
    };
    assert_eq!(transaction.take_keys(&[taken]).await.unwrap(), [true]);
    transaction
        .insert_jobs(&[NewJob { job: job.clone(), payload: "{\"a\":1}".to_owned() }])
        .await
        .unwrap();
    let log = Submission {
        id: SubmissionId(Uuid::now_v7()),
        tenant: tenant(),
        key: job.key.clone(),
        job: Some(job.id),
        outcome: SubmissionOutcome::Created,
        code: None,
        sender: "test".to_owned(),
        request_id: "r".to_owned(),
        at: NOW,
        paths: Vec::new(),
        denial: None,
    };
    transaction.log_submissions(&[log]).await.unwrap();
    let mut account = transaction.lock_accounts(&[account()]).await.unwrap().remove(0);
    let origin = Origin { job: Some(job.id), actor: "test".to_owned(), ..Origin::default() };
    let entry = account.reserve(Units(7), LIMIT, &origin, NOW).unwrap();
    transaction.append_entries(std::slice::from_ref(&entry)).await.unwrap();
    transaction.update_accounts(&[account]).await.unwrap();
    job.hold = Some(Hold {
        period_start: entry.period_start,
        sequence: entry.sequence,
        units: entry.units,
        attempt: None,
    });
    job
}

/// Lets the first attempt of a queued job end as a dead letter.
pub async fn bury(transaction: &mut dyn Transaction, mut job: Job) -> Job {
    let token = LeaseToken(Uuid::new_v4());
    job.lease = Some(Lease {
        token,
        worker: "w".to_owned(),
        started_at: NOW,
        expires_at: NOW.after(Duration::from_secs(30)),
        request: None,
    });
    (job.state, job.attempt, job.started_at, job.version) =
        (State::Running, 1, Some(NOW), job.version + 1);
    transaction.update_jobs(std::slice::from_ref(&job)).await.unwrap();
    let failure = Failure::new("http_503", "no answer", None);
    let attempt = Attempt {
        number: 1,
        generation: 1,
        worker: "w".to_owned(),
        token,
        started_at: NOW,
        ended_at: NOW,
        outcome: Outcome::Failed,
        failure: Some(failure.clone()),
        retry_at: None,
        state_after: State::DeadLetter,
        content: Hash::ZERO,
        units: None,
    };
    transaction.insert_attempts(&[(tenant(), job.id, attempt)]).await.unwrap();
    (job.state, job.failures, job.failure, job.lease, job.version) =
        (State::DeadLetter, 1, Some(failure), None, job.version + 1);
    transaction.update_jobs(std::slice::from_ref(&job)).await.unwrap();
    job
}

/// An executed override with its target and audit record.
pub async fn execute(
    transaction: &mut dyn Transaction,
    kind: OverrideKind,
    target: &str,
    version: i64,
) -> OverrideId {
    let canonical = format!("[\"{target}\",{version}]");
    let request = Override {
        id: OverrideId(Uuid::now_v7()),
        kind,
        tenant: Some(tenant()),
        digest: Hash::of(canonical.as_bytes()),
        canonical,
        reason: "because".to_owned(),
        requester: OperatorName::stored("ada".to_owned()),
        approvals_needed: 0,
        single_operator: true,
        policy_version: 1,
        request_id: Uuid::now_v7().to_string(),
        requested_at: NOW,
        expires_at: NOW.after(Duration::from_secs(1)),
    };
    transaction.insert_override(&request).await.unwrap();
    let asked = OverrideEvent::after(
        &request,
        None,
        EventKind::Requested,
        Some(request.requester.clone()),
        None,
        NOW,
    );
    let done = OverrideEvent::after(&request, Some(&asked), EventKind::Executed, None, None, NOW);
    let head = done.hash;
    transaction.append_override_events(&[asked, done]).await.unwrap();
    let target = OverrideTarget {
        override_id: request.id,
        kind,
        tenant: tenant(),
        target: target.to_owned(),
        version,
    };
    transaction.insert_override_targets(&[target]).await.unwrap();
    let record = AuditRecord {
        sequence: 0,
        at: NOW,
        actor: "ada".to_owned(),
        action: kind.as_str().to_owned(),
        tenant: Some(tenant()),
        object: "x".to_owned(),
        reason: None,
        outcome: "executed".to_owned(),
        override_id: Some(request.id),
        override_head: Some(head),
        previous_hash: Hash::ZERO,
        hash: Hash::ZERO,
    };
    let end = transaction.lock_audit().await.unwrap();
    transaction.append_audit(&[record.chained(end)]).await.unwrap();
    request.id
}
