//! Writes of jobs.

use std::cmp::Reverse;
use std::collections::HashSet;

use async_trait::async_trait;
use onceover_domain::chain::Hash;
use onceover_domain::id::{JobId, LeaseToken, TenantId};
use onceover_domain::job::{Attempt, Failure, Job, Lease};
use onceover_domain::time::Time;
use onceover_store::{DueQuery, JobWrites, NewJob, StoreError};
use uuid::Uuid;

use super::read::{by_id, kinds, queues};
use super::record::AttemptRecord;
use crate::row::column;
use crate::transaction::Session;

#[async_trait]
impl JobWrites for Session {
    async fn insert_jobs(&mut self, jobs: &[NewJob]) -> Result<(), StoreError> {
        if jobs.is_empty() {
            return Ok(());
        }
        let labels = jobs
            .iter()
            .map(|new| serde_json::to_string(&new.job.labels))
            .collect::<Result<Vec<_>, _>>();
        let labels = labels
            .map_err(|error| StoreError::Failed(format!("labels cannot be written: {error}")))?;
        let tenants = column(jobs, |new| new.job.tenant.as_str());
        let ids = column(jobs, |new| new.job.id.0);
        let insert = sqlx::query_file!(
            "queries/job/insert_jobs.sql",
            &tenants as _,
            &ids,
            &column(jobs, |new| new.job.kind.as_str()) as _,
            &column(jobs, |new| new.job.queue.as_str()) as _,
            &column(jobs, |new| new.job.state.as_str()) as _,
            &column(jobs, |new| new.job.priority),
            &column(jobs, |new| new.job.run_at.0),
            &column(jobs, |new| i64::from(new.job.attempt)),
            &column(jobs, |new| i64::from(new.job.failures)),
            &column(jobs, |new| i64::from(new.job.max_attempts)),
            &column(jobs, |new| i64::from(new.job.generation)),
            &column(jobs, |new| i64::from(new.job.losses)),
            &column(jobs, |new| i64::from(new.job.releases)),
            &column(jobs, |new| i64::from(new.job.payload_revision)),
            &column(jobs, |new| new.job.meter.as_ref().map(|meter| meter.as_str())) as _,
            &column(jobs, |new| new.job.units.map(|units| units.0)) as _,
            &column(jobs, |new| new.job.key.as_deref()) as _,
            &labels,
            &column(jobs, |new| new.job.created_at.0),
            &column(jobs, |new| new.job.changed_at.0),
            &column(jobs, |new| new.job.cancel_requested),
            &column(jobs, |new| new.job.blocked),
            &column(jobs, |new| new.job.version)
        );
        self.link.run(|c| insert.execute(c)).await?;
        let insert = sqlx::query_file!(
            "queries/job/insert_payloads.sql",
            &tenants as _,
            &ids,
            &column(jobs, |new| i64::from(new.job.payload_revision)),
            &column(jobs, |new| new.payload.as_str()) as _,
            &column(jobs, |new| Hash::of(new.payload.as_bytes()).0.to_vec())
        );
        self.link.run(|c| insert.execute(c)).await?;
        Ok(())
    }

    async fn lock_jobs(&mut self, ids: &[JobId]) -> Result<Vec<Job>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let ids = column(ids, |id| id.0);
        let locked = self
            .link
            .run(|c| sqlx::query_file!("queries/job/lock_jobs.sql", &ids).fetch_all(c))
            .await?;
        by_id(&mut self.link, &column(&locked, |row| row.id)).await
    }

    async fn lock_due(&mut self, query: &DueQuery) -> Result<Vec<Job>, StoreError> {
        let kinds = kinds(query);
        let lock = sqlx::query_file!(
            "queries/job/lock_due.sql",
            &queues(query),
            query.now.0,
            kinds.as_deref(),
            query.tenant.as_ref().map(TenantId::as_str),
            i64::from(query.limit)
        );
        let locked = self.link.run(|c| lock.fetch_all(c)).await?;
        let mut jobs = by_id(&mut self.link, &column(&locked, |row| row.id)).await?;
        jobs.sort_unstable_by_key(|job| (Reverse(job.priority), job.run_at, job.id));
        Ok(jobs)
    }

    async fn lock_expired(&mut self, now: Time, limit: u32) -> Result<Vec<Job>, StoreError> {
        let lock = sqlx::query_file!("queries/job/lock_expired.sql", now.0, i64::from(limit));
        let locked = self.link.run(|c| lock.fetch_all(c)).await?;
        let mut jobs = by_id(&mut self.link, &column(&locked, |row| row.id)).await?;
        jobs.sort_unstable_by_key(|job| (job.lease.as_ref().map(|lease| lease.expires_at), job.id));
        Ok(jobs)
    }

    async fn leased_by_request(
        &mut self,
        request: &str,
        now: Time,
    ) -> Result<Vec<Job>, StoreError> {
        let query = sqlx::query_file!("queries/job/leased_by_request.sql", request, now.0);
        let leased = self.link.run(|c| query.fetch_all(c)).await?;
        by_id(&mut self.link, &column(&leased, |row| row.id)).await
    }

    async fn ended_attempts(
        &mut self,
        of: &[(JobId, LeaseToken)],
    ) -> Result<Vec<(JobId, Attempt)>, StoreError> {
        if of.is_empty() {
            return Ok(Vec::new());
        }
        let query = sqlx::query_file_as!(
            AttemptRecord,
            "queries/job/ended_attempts.sql",
            &column(of, |(job, _)| job.0),
            &column(of, |(_, token)| token.0)
        );
        let rows = self.link.run(|c| query.fetch_all(c)).await?;
        rows.into_iter().map(AttemptRecord::attempt).collect()
    }

    async fn update_jobs(&mut self, jobs: &[Job]) -> Result<(), StoreError> {
        if jobs.is_empty() {
            return Ok(());
        }
        let update = sqlx::query_file!(
            "queries/job/update_jobs.sql",
            &column(jobs, |job| job.tenant.as_str()) as _,
            &column(jobs, |job| job.id.0),
            &column(jobs, |job| job.state.as_str()) as _,
            &column(jobs, |job| job.run_at.0),
            &column(jobs, |job| i64::from(job.attempt)),
            &column(jobs, |job| i64::from(job.failures)),
            &column(jobs, |job| i64::from(job.generation)),
            &column(jobs, |job| i64::from(job.losses)),
            &column(jobs, |job| i64::from(job.releases)),
            &column(jobs, |job| i64::from(job.payload_revision)),
            &column(jobs, |job| job.changed_at.0),
            &column(jobs, |job| job.started_at.map(|at| at.0)) as _,
            &column(jobs, |job| job.finished_at.map(|at| at.0)) as _,
            &lease(jobs, |lease| lease.token.0) as _,
            &lease(jobs, |lease| lease.worker.as_str()) as _,
            &lease(jobs, |lease| lease.started_at.0) as _,
            &lease(jobs, |lease| lease.expires_at.0) as _,
            &column(jobs, |job| job.lease.as_ref().and_then(|lease| lease.request.as_deref())) as _,
            &column(jobs, |job| job.cancel_requested),
            &column(jobs, |job| job.blocked),
            &failure(jobs, |failure| failure.class.as_str()) as _,
            &failure(jobs, |failure| failure.message.as_str()) as _,
            &column(jobs, |job| job
                .failure
                .as_ref()
                .and_then(|failure| failure.backtrace.as_deref())) as _,
            &failure(jobs, Failure::group) as _,
            &column(jobs, |job| job.result.as_deref()) as _,
            &column(jobs, |job| job.version)
        );
        let written = self.link.run(|c| update.fetch_all(c)).await?;
        if written.len() == jobs.len() {
            return Ok(());
        }
        let written: HashSet<Uuid> = written.into_iter().map(|row| row.id).collect();
        let other = jobs.iter().find(|job| !written.contains(&job.id.0));
        let what = other.map_or_else(|| "a job".to_owned(), |job| format!("job {}", job.id));
        Err(self.link.void(StoreError::Conflict(what)))
    }

    async fn insert_attempts(
        &mut self,
        attempts: &[(TenantId, JobId, Attempt)],
    ) -> Result<(), StoreError> {
        if attempts.is_empty() {
            return Ok(());
        }
        let insert = sqlx::query_file!(
            "queries/job/insert_attempts.sql",
            &column(attempts, |(tenant, _, _)| tenant.as_str()) as _,
            &column(attempts, |(_, job, _)| job.0),
            &column(attempts, |(_, _, attempt)| i64::from(attempt.number)),
            &column(attempts, |(_, _, attempt)| i64::from(attempt.generation)),
            &column(attempts, |(_, _, attempt)| attempt.worker.as_str()) as _,
            &column(attempts, |(_, _, attempt)| attempt.token.0),
            &column(attempts, |(_, _, attempt)| attempt.started_at.0),
            &column(attempts, |(_, _, attempt)| attempt.ended_at.0),
            &column(attempts, |(_, _, attempt)| attempt.outcome.as_str()) as _,
            &column(attempts, |(_, _, attempt)| attempt
                .failure
                .as_ref()
                .map(|failure| failure.class.as_str())) as _,
            &column(attempts, |(_, _, attempt)| attempt
                .failure
                .as_ref()
                .map(|failure| failure.message.as_str())) as _,
            &column(attempts, |(_, _, attempt)| {
                attempt.failure.as_ref().and_then(|failure| failure.backtrace.as_deref())
            }) as _,
            &column(attempts, |(_, _, attempt)| attempt.retry_at.map(|at| at.0)) as _,
            &column(attempts, |(_, _, attempt)| attempt.state_after.as_str()) as _,
            &column(attempts, |(_, _, attempt)| attempt.content.0.to_vec()),
            &column(attempts, |(_, _, attempt)| attempt.units.map(|units| units.0)) as _
        );
        self.link.run(|c| insert.execute(c)).await?;
        Ok(())
    }
}

fn lease<'a, T>(jobs: &'a [Job], field: impl Fn(&'a Lease) -> T) -> Vec<Option<T>> {
    column(jobs, |job| job.lease.as_ref().map(&field))
}

fn failure<'a, T>(jobs: &'a [Job], field: impl Fn(&'a Failure) -> T) -> Vec<Option<T>> {
    column(jobs, |job| job.failure.as_ref().map(&field))
}
