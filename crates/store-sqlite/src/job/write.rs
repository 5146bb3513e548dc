//! Writes of jobs.

use async_trait::async_trait;
use onceover_domain::id::{JobId, LeaseToken, TenantId};
use onceover_domain::job::{Attempt, Job};
use onceover_domain::time::Time;
use onceover_store::{DueQuery, JobWrites, NewJob, StoreError};

use super::read::{ids, kinds};
use super::record::{AttemptRecord, JobRecord};
use super::written::{attempt, attempt_key, insert, payload, update};
use crate::error::failed;
use crate::row::batch;
use crate::transaction::{Session, Writing};

/// Payloads or results of one statement together: SQLite takes no text above 1 GB, and copies each a few times.
const PART_BYTES: usize = 8 * 1024 * 1024;

#[async_trait]
impl JobWrites for Session<Writing> {
    async fn insert_jobs(&mut self, jobs: &[NewJob]) -> Result<(), StoreError> {
        let rows = jobs.iter().map(insert).collect::<Result<Vec<_>, _>>()?;
        let rows = batch(rows)?;
        sqlx::query_file!("queries/job/insert_jobs.sql", rows)
            .execute(&mut *self.connection)
            .await
            .map_err(failed)?;
        for part in parts(jobs, |new| new.payload.len()) {
            let rows = batch(part.iter().map(payload))?;
            sqlx::query_file!("queries/job/insert_payloads.sql", rows)
                .execute(&mut *self.connection)
                .await
                .map_err(failed)?;
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
        let wanted = batch(of.iter().map(attempt_key))?;
        let rows = sqlx::query_file_as!(AttemptRecord, "queries/job/ended_attempts.sql", wanted);
        let rows = rows.fetch_all(&mut *self.connection).await.map_err(failed)?;
        rows.into_iter().map(AttemptRecord::attempt).collect()
    }

    async fn update_jobs(&mut self, jobs: &[Job]) -> Result<(), StoreError> {
        let mut written = 0;
        for part in parts(jobs, |job| job.result.as_ref().map_or(0, String::len)) {
            let rows = batch(part.iter().map(update))?;
            written += sqlx::query_file!("queries/job/update_jobs.sql", rows)
                .execute(&mut *self.connection)
                .await
                .map_err(failed)?
                .rows_affected();
        }
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
        let rows = batch(attempts.iter().map(|(tenant, job, ended)| attempt(tenant, job, ended)))?;
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

/// Cuts a batch after each row with which its large texts reach [`PART_BYTES`]; nearly always it is one part.
fn parts<T>(rows: &[T], bytes: impl Fn(&T) -> usize) -> impl Iterator<Item = &[T]> {
    let mut sum = 0_usize;
    rows.split_inclusive(move |row| {
        sum = sum.saturating_add(bytes(row));
        let full = sum >= PART_BYTES;
        if full {
            sum = 0;
        }
        full
    })
}
