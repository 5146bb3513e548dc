//! Writes of jobs.

use async_trait::async_trait;
use onceover_domain::chain::Hash;
use onceover_domain::id::{JobId, LeaseToken, TenantId};
use onceover_domain::job::{Attempt, Job, Lease};
use onceover_domain::time::Time;
use onceover_store::{DueQuery, JobWrites, NewJob, StoreError};
use serde::Serialize;

use super::read::{ids, kinds};
use super::record::{AttemptRecord, JobRecord};
use crate::error::failed;
use crate::row::{Hex, batch};
use crate::transaction::{Session, Writing};

/// Payloads of one statement together; SQLite takes texts up to 1 GB, escaped.
const PAYLOAD_BYTES: usize = 8 * 1024 * 1024;

#[derive(Serialize)]
struct JobInsert<'a> {
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
struct PayloadInsert<'a> {
    tenant_id: &'a str,
    job_id: Hex<'a>,
    revision: u32,
    body: &'a str,
    hash: String,
}

#[derive(Serialize)]
struct JobUpdate<'a> {
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
struct AttemptInsert<'a> {
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
struct AttemptKey<'a> {
    job_id: Hex<'a>,
    lease_token: Hex<'a>,
}

#[async_trait]
impl JobWrites for Session<Writing> {
    async fn insert_jobs(&mut self, jobs: &[NewJob]) -> Result<(), StoreError> {
        let rows = jobs.iter().map(insert).collect::<Result<Vec<_>, _>>()?;
        let rows = batch(rows)?;
        sqlx::query_file!("queries/job/insert_jobs.sql", rows)
            .execute(&mut *self.connection)
            .await
            .map_err(failed)?;
        let mut bytes = 0;
        let mut rows = Vec::new();
        for (index, new) in jobs.iter().enumerate() {
            bytes += new.payload.len();
            rows.push(PayloadInsert {
                tenant_id: new.job.tenant.as_str(),
                job_id: Hex::id(&new.job.id.0),
                revision: 1,
                body: &new.payload,
                hash: format!("{:?}", Hash::of(new.payload.as_bytes())),
            });
            if bytes >= PAYLOAD_BYTES || index + 1 == jobs.len() {
                bytes = 0;
                let rows = batch(std::mem::take(&mut rows))?;
                sqlx::query_file!("queries/job/insert_payloads.sql", rows)
                    .execute(&mut *self.connection)
                    .await
                    .map_err(failed)?;
            }
        }
        Ok(())
    }

    async fn lock_jobs(&mut self, wanted: &[JobId]) -> Result<Vec<Job>, StoreError> {
        let wanted = ids(wanted)?;
        let rows = sqlx::query_file_as!(JobRecord, "queries/job/lock_jobs.sql", wanted);
        decoded(rows.fetch_all(&mut *self.connection).await)
    }

    async fn lock_due(&mut self, query: &DueQuery) -> Result<Vec<Job>, StoreError> {
        let (queues, kinds) = (batch(query.queues.iter())?, kinds(query)?);
        let tenant = query.tenant.as_ref().map(TenantId::as_str);
        let rows = sqlx::query_file_as!(
            JobRecord,
            "queries/job/lock_due.sql",
            queues,
            query.now.0,
            kinds,
            tenant,
            query.limit
        );
        decoded(rows.fetch_all(&mut *self.connection).await)
    }

    async fn lock_expired(&mut self, now: Time, limit: u32) -> Result<Vec<Job>, StoreError> {
        let rows = sqlx::query_file_as!(JobRecord, "queries/job/lock_expired.sql", now.0, limit);
        decoded(rows.fetch_all(&mut *self.connection).await)
    }

    async fn leased_by_request(
        &mut self,
        request: &str,
        now: Time,
    ) -> Result<Vec<Job>, StoreError> {
        let rows =
            sqlx::query_file_as!(JobRecord, "queries/job/leased_by_request.sql", request, now.0);
        decoded(rows.fetch_all(&mut *self.connection).await)
    }

    async fn ended_attempts(
        &mut self,
        of: &[(JobId, LeaseToken)],
    ) -> Result<Vec<(JobId, Attempt)>, StoreError> {
        let wanted = batch(of.iter().map(|(job, token)| AttemptKey {
            job_id: Hex::id(&job.0),
            lease_token: Hex::id(&token.0),
        }))?;
        let rows = sqlx::query_file_as!(AttemptRecord, "queries/job/ended_attempts.sql", wanted);
        let rows = rows.fetch_all(&mut *self.connection).await.map_err(failed)?;
        rows.into_iter().map(AttemptRecord::attempt).collect()
    }

    async fn update_jobs(&mut self, jobs: &[Job]) -> Result<(), StoreError> {
        let rows = batch(jobs.iter().map(update))?;
        let written = sqlx::query_file!("queries/job/update_jobs.sql", rows)
            .execute(&mut *self.connection)
            .await
            .map_err(failed)?
            .rows_affected();
        match jobs {
            _ if u64::try_from(jobs.len()) == Ok(written) => Ok(()),
            [job] => Err(StoreError::Conflict(format!("job {}", job.id))),
            _ => Err(StoreError::Conflict(format!("one of {} jobs", jobs.len()))),
        }
    }

    async fn insert_attempts(
        &mut self,
        attempts: &[(TenantId, JobId, Attempt)],
    ) -> Result<(), StoreError> {
        let rows = batch(attempts.iter().map(|(tenant, job, attempt)| AttemptInsert {
            tenant_id: tenant.as_str(),
            job_id: Hex::id(&job.0),
            number: attempt.number,
            generation: attempt.generation,
            worker: &attempt.worker,
            lease_token: Hex::id(&attempt.token.0),
            started_at: attempt.started_at.0,
            ended_at: attempt.ended_at.0,
            outcome: attempt.outcome.as_str(),
            error_class: attempt.failure.as_ref().map(|failure| failure.class.as_str()),
            error_message: attempt.failure.as_ref().map(|failure| failure.message.as_str()),
            error_backtrace:
                attempt.failure.as_ref().and_then(|failure| failure.backtrace.as_deref()),
            retry_at: attempt.retry_at.map(|at| at.0),
            state_after: attempt.state_after.as_str(),
            content_hash: Hex::hash(&attempt.content),
            units: attempt.units.map(|units| units.0),
        }))?;
        sqlx::query_file!("queries/job/insert_attempts.sql", rows)
            .execute(&mut *self.connection)
            .await
            .map_err(failed)?;
        Ok(())
    }
}

fn decoded(rows: Result<Vec<JobRecord>, sqlx::Error>) -> Result<Vec<Job>, StoreError> {
    rows.map_err(failed)?.into_iter().map(JobRecord::job).collect()
}

fn insert(new: &NewJob) -> Result<JobInsert<'_>, StoreError> {
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

fn update(job: &Job) -> JobUpdate<'_> {
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
        lease_request: lease.and_then(|lease: &Lease| lease.request.as_deref()),
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
