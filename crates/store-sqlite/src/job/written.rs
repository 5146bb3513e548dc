//! Rows of `jobs`, `payloads` and `attempts` as they are written: members are named like columns.

use onceover_domain::chain::Hash;
use onceover_domain::id::{JobId, LeaseToken, TenantId};
use onceover_domain::job::{Attempt, Job};
use onceover_store::{NewJob, StoreError};
use serde::Serialize;

use crate::row::Hex;

#[derive(Serialize)]
pub(super) struct JobInsert<'a> {
    tenant_id: &'a str,
    id: Hex<'a>,
    kind: &'a str,
    queue: &'a str,
    state: &'a str,
    priority: i32,
    run_at: i64,
    attempt: u32,
    failures: u32,
    max_attempts: u32,
    generation: u32,
    losses: u32,
    releases: u32,
    payload_revision: u32,
    meter: Option<&'a str>,
    units: Option<i64>,
    idempotency_key: Option<&'a str>,
    labels: String,
    created_at: i64,
    changed_at: i64,
    cancel_requested: bool,
    blocked: bool,
    version: i64,
}

#[derive(Serialize)]
pub(super) struct PayloadInsert<'a> {
    tenant_id: &'a str,
    job_id: Hex<'a>,
    revision: u32,
    body: &'a str,
    hash: String,
}

#[derive(Serialize)]
pub(super) struct JobUpdate<'a> {
    tenant_id: &'a str,
    id: Hex<'a>,
    state: &'a str,
    run_at: i64,
    attempt: u32,
    failures: u32,
    generation: u32,
    losses: u32,
    releases: u32,
    payload_revision: u32,
    changed_at: i64,
    started_at: Option<i64>,
    finished_at: Option<i64>,
    lease_token: Option<Hex<'a>>,
    lease_worker: Option<&'a str>,
    lease_started_at: Option<i64>,
    lease_expires_at: Option<i64>,
    lease_request: Option<&'a str>,
    cancel_requested: bool,
    blocked: bool,
    error_class: Option<&'a str>,
    error_message: Option<&'a str>,
    error_backtrace: Option<&'a str>,
    error_group: Option<String>,
    result: Option<&'a str>,
    version: i64,
}

#[derive(Serialize)]
pub(super) struct AttemptInsert<'a> {
    tenant_id: &'a str,
    job_id: Hex<'a>,
    number: u32,
    generation: u32,
    worker: &'a str,
    lease_token: Hex<'a>,
    started_at: i64,
    ended_at: i64,
    outcome: &'a str,
    error_class: Option<&'a str>,
    error_message: Option<&'a str>,
    error_backtrace: Option<&'a str>,
    retry_at: Option<i64>,
    state_after: &'a str,
    content_hash: Hex<'a>,
    units: Option<i64>,
}

#[derive(Serialize)]
pub(super) struct AttemptKey<'a> {
    job_id: Hex<'a>,
    lease_token: Hex<'a>,
}

pub(super) fn insert(new: &NewJob) -> Result<JobInsert<'_>, StoreError> {
    let job = &new.job;
    let labels = serde_json::to_string(&job.labels).map_err(|error| {
        StoreError::Failed(format!("the labels of job {} cannot be written: {error}", job.id))
    })?;
    Ok(JobInsert {
        tenant_id: job.tenant.as_str(),
        id: Hex::id(&job.id.0),
        kind: job.kind.as_str(),
        queue: job.queue.as_str(),
        state: job.state.as_str(),
        priority: job.priority,
        run_at: job.run_at.0,
        attempt: job.attempt,
        failures: job.failures,
        max_attempts: job.max_attempts,
        generation: job.generation,
        losses: job.losses,
        releases: job.releases,
        payload_revision: job.payload_revision,
        meter: job.meter.as_ref().map(|meter| meter.as_str()),
        units: job.units.map(|units| units.0),
        idempotency_key: job.key.as_deref(),
        labels,
        created_at: job.created_at.0,
        changed_at: job.changed_at.0,
        cancel_requested: job.cancel_requested,
        blocked: job.blocked,
        version: job.version,
    })
}

pub(super) fn update(job: &Job) -> JobUpdate<'_> {
    let (lease, failure) = (job.lease.as_ref(), job.failure.as_ref());
    JobUpdate {
        tenant_id: job.tenant.as_str(),
        id: Hex::id(&job.id.0),
        state: job.state.as_str(),
        run_at: job.run_at.0,
        attempt: job.attempt,
        failures: job.failures,
        generation: job.generation,
        losses: job.losses,
        releases: job.releases,
        payload_revision: job.payload_revision,
        changed_at: job.changed_at.0,
        started_at: job.started_at.map(|at| at.0),
        finished_at: job.finished_at.map(|at| at.0),
        lease_token: lease.map(|lease| Hex::id(&lease.token.0)),
        lease_worker: lease.map(|lease| lease.worker.as_str()),
        lease_started_at: lease.map(|lease| lease.started_at.0),
        lease_expires_at: lease.map(|lease| lease.expires_at.0),
        lease_request: lease.and_then(|lease| lease.request.as_deref()),
        cancel_requested: job.cancel_requested,
        blocked: job.blocked,
        error_class: failure.map(|failure| failure.class.as_str()),
        error_message: failure.map(|failure| failure.message.as_str()),
        error_backtrace: failure.and_then(|failure| failure.backtrace.as_deref()),
        error_group: failure.map(|failure| failure.group()),
        result: job.result.as_deref(),
        version: job.version,
    }
}

pub(super) fn payload(new: &NewJob) -> PayloadInsert<'_> {
    PayloadInsert {
        tenant_id: new.job.tenant.as_str(),
        job_id: Hex::id(&new.job.id.0),
        revision: 1,
        body: &new.payload,
        hash: format!("{:?}", Hash::of(new.payload.as_bytes())),
    }
}

pub(super) fn attempt<'a>(
    tenant: &'a TenantId,
    job: &'a JobId,
    attempt: &'a Attempt,
) -> AttemptInsert<'a> {
    let failure = attempt.failure.as_ref();
    AttemptInsert {
        tenant_id: tenant.as_str(),
        job_id: Hex::id(&job.0),
        number: attempt.number,
        generation: attempt.generation,
        worker: &attempt.worker,
        lease_token: Hex::id(&attempt.token.0),
        started_at: attempt.started_at.0,
        ended_at: attempt.ended_at.0,
        outcome: attempt.outcome.as_str(),
        error_class: failure.map(|failure| failure.class.as_str()),
        error_message: failure.map(|failure| failure.message.as_str()),
        error_backtrace: failure.and_then(|failure| failure.backtrace.as_deref()),
        retry_at: attempt.retry_at.map(|at| at.0),
        state_after: attempt.state_after.as_str(),
        content_hash: Hex::hash(&attempt.content),
        units: attempt.units.map(|units| units.0),
    }
}

pub(super) fn attempt_key<'a>((job, token): &'a (JobId, LeaseToken)) -> AttemptKey<'a> {
    AttemptKey { job_id: Hex::id(&job.0), lease_token: Hex::id(&token.0) }
}
