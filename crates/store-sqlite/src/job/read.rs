//! Reads of jobs. The screens that count and group are in `review`.

use std::collections::HashMap;

use async_trait::async_trait;
use onceover_domain::id::{JobId, Kind, TenantId};
use onceover_domain::job::{Attempt, Job, State};
use onceover_domain::time::Time;
use onceover_store::{
    DeadLetterGroup, DeadLetterMember, DeadLetterVariant, DueQuery, JobFilter, JobReads, JobRow,
    StateNow, StoreError, SubmissionRow, WorkerLeases,
};
use sqlx::SqliteConnection;

use super::record::{AttemptRecord, JobRecord};
use super::review;
use crate::error::failed;
use crate::idempotency::SubmissionRecord;
use crate::row::{Hex, batch, damaged, id, word};
use crate::transaction::{Connected, Session};

/// Ids as the parameter of a batch.
pub(super) fn ids(ids: &[JobId]) -> Result<String, StoreError> {
    batch(ids.iter().map(|id| Hex::id(&id.0)))
}

/// The kinds of a claim as a JSON list; `None` for any.
pub(super) fn kinds(query: &DueQuery) -> Result<Option<String>, StoreError> {
    query.kinds.as_ref().map(|kinds| batch(kinds.iter())).transpose()
}

async fn by_id(
    connection: &mut SqliteConnection,
    wanted: &[JobId],
) -> Result<Vec<Job>, StoreError> {
    let wanted = ids(wanted)?;
    let rows =
        sqlx::query_file_as!(JobRecord, "queries/job/jobs.sql", wanted).fetch_all(connection).await;
    rows.map_err(failed)?.into_iter().map(JobRecord::job).collect()
}

/// Jobs with the scale of their meter, newest first.
async fn rows(
    connection: &mut SqliteConnection,
    wanted: &[JobId],
) -> Result<Vec<JobRow>, StoreError> {
    let mut jobs = by_id(connection, wanted).await?;
    jobs.sort_unstable_by_key(|job| std::cmp::Reverse(job.id));
    let mut scales = HashMap::new();
    if jobs.iter().any(|job| job.meter.is_some()) {
        let wanted = ids(wanted)?;
        let found = sqlx::query_file!("queries/job/scales.sql", wanted)
            .fetch_all(connection)
            .await
            .map_err(failed)?;
        for row in found {
            let scale = u8::try_from(row.scale).map_err(|_| damaged("scale"))?;
            scales.insert(JobId(id(&row.id, "job id")?), scale);
        }
    }
    Ok(jobs.into_iter().map(|job| JobRow { scale: scales.get(&job.id).copied(), job }).collect())
}

#[async_trait]
impl<C: Connected> JobReads for Session<C> {
    async fn jobs(&mut self, ids: &[JobId]) -> Result<Vec<Job>, StoreError> {
        by_id(&mut self.connection, ids).await
    }

    async fn payloads(
        &mut self,
        wanted: &[JobId],
    ) -> Result<Vec<(JobId, Option<String>)>, StoreError> {
        let wanted = ids(wanted)?;
        let rows = sqlx::query_file!("queries/job/payloads.sql", wanted)
            .fetch_all(&mut *self.connection)
            .await;
        rows.map_err(failed)?
            .into_iter()
            .map(|row| Ok((JobId(id(&row.job_id, "job id")?), row.body)))
            .collect()
    }

    async fn job_by_key(
        &mut self,
        tenant: &TenantId,
        key: &str,
    ) -> Result<Option<JobId>, StoreError> {
        let row = sqlx::query_file!("queries/job/job_by_key.sql", tenant.as_str(), key)
            .fetch_optional(&mut *self.connection)
            .await
            .map_err(failed)?;
        row.map(|row| Ok(JobId(id(&row.job_id, "job id")?))).transpose()
    }

    async fn next_due(&mut self, query: &DueQuery) -> Result<Option<Time>, StoreError> {
        let (queues, kinds) = (batch(query.queues.iter())?, kinds(query)?);
        let tenant = query.tenant.as_ref().map(TenantId::as_str);
        let row = sqlx::query_file!("queries/job/next_due.sql", queues, kinds, tenant)
            .fetch_one(&mut *self.connection)
            .await
            .map_err(failed)?;
        Ok(row.run_at.map(Time))
    }

    async fn job_page(&mut self, filter: &JobFilter) -> Result<Vec<JobRow>, StoreError> {
        let found = sqlx::query_file!(
            "queries/job/job_page.sql",
            filter.state.map(State::as_str),
            filter.tenant.as_ref().map(TenantId::as_str),
            filter.kind.as_ref().map(Kind::as_str),
            filter.queue.as_ref().map(|queue| queue.as_str()),
            filter.key,
            filter.error,
            filter.group,
            filter.before.map(|before| before.0),
            filter.limit,
        )
        .fetch_all(&mut *self.connection)
        .await
        .map_err(failed)?;
        let found = found
            .iter()
            .map(|row| Ok(JobId(id(&row.id, "job id")?)))
            .collect::<Result<Vec<_>, StoreError>>()?;
        rows(&mut self.connection, &found).await
    }

    async fn job_counts(&mut self, filter: &JobFilter) -> Result<Vec<(State, i64)>, StoreError> {
        let counts = sqlx::query_file!(
            "queries/job/job_counts.sql",
            filter.tenant.as_ref().map(TenantId::as_str),
            filter.kind.as_ref().map(Kind::as_str),
            filter.queue.as_ref().map(|queue| queue.as_str()),
            filter.key,
            filter.error,
            filter.group,
        )
        .fetch_all(&mut *self.connection)
        .await
        .map_err(failed)?;
        counts
            .into_iter()
            .map(|row| Ok((word(&row.state, State::parse, "job state")?, row.jobs)))
            .collect()
    }

    async fn kinds(&mut self) -> Result<Vec<Kind>, StoreError> {
        let rows = sqlx::query_file!("queries/job/kinds.sql")
            .fetch_all(&mut *self.connection)
            .await
            .map_err(failed)?;
        Ok(rows.into_iter().map(|row| Kind::stored(row.kind)).collect())
    }

    async fn attempts(&mut self, job: &Job) -> Result<Vec<Attempt>, StoreError> {
        let rows = sqlx::query_file_as!(
            AttemptRecord,
            "queries/job/attempts.sql",
            job.tenant.as_str(),
            job.id.0
        )
        .fetch_all(&mut *self.connection)
        .await
        .map_err(failed)?;
        rows.into_iter().map(|row| Ok(row.attempt()?.1)).collect()
    }

    async fn submissions(&mut self, job: &Job) -> Result<Vec<SubmissionRow>, StoreError> {
        let rows = sqlx::query_file_as!(
            SubmissionRecord,
            "queries/job/submissions.sql",
            job.tenant.as_str(),
            job.id.0
        )
        .fetch_all(&mut *self.connection)
        .await
        .map_err(failed)?;
        rows.into_iter().map(SubmissionRecord::submission).collect()
    }

    async fn states_now(&mut self, now: Time) -> Result<Vec<StateNow>, StoreError> {
        review::states_now(&mut self.connection, now).await
    }

    async fn oldest_waiting(&mut self, now: Time) -> Result<Option<JobRow>, StoreError> {
        let row = sqlx::query_file!("queries/job/oldest_waiting.sql", now.0)
            .fetch_optional(&mut *self.connection)
            .await
            .map_err(failed)?;
        match row {
            Some(row) => {
                Ok(rows(&mut self.connection, &[JobId(id(&row.id, "job id")?)]).await?.pop())
            }
            None => Ok(None),
        }
    }

    async fn worker_leases(&mut self) -> Result<Vec<WorkerLeases>, StoreError> {
        let rows = sqlx::query_file_as!(WorkerLeases, "queries/job/worker_leases.sql");
        rows.fetch_all(&mut *self.connection).await.map_err(failed)
    }

    async fn lost_since(&mut self, since: Time) -> Result<i64, StoreError> {
        let row = sqlx::query_file!("queries/job/lost_since.sql", since.0)
            .fetch_one(&mut *self.connection)
            .await;
        Ok(row.map_err(failed)?.lost)
    }

    async fn dead_letter_groups(
        &mut self,
        now: Time,
        group: Option<&str>,
    ) -> Result<Vec<DeadLetterGroup>, StoreError> {
        review::dead_letter_groups(&mut self.connection, now, group).await
    }

    async fn dead_letter_members(
        &mut self,
        group: &str,
    ) -> Result<Vec<DeadLetterMember>, StoreError> {
        let rows = sqlx::query_file!("queries/job/dead_letter_members.sql", group)
            .fetch_all(&mut *self.connection)
            .await;
        let member = |tenant, kind, jobs| DeadLetterMember {
            tenant: TenantId::stored(tenant),
            kind: Kind::stored(kind),
            jobs,
        };
        Ok(rows
            .map_err(failed)?
            .into_iter()
            .map(|row| member(row.tenant_id, row.kind, row.jobs))
            .collect())
    }

    async fn dead_letter_variants(
        &mut self,
        group: &str,
    ) -> Result<Vec<DeadLetterVariant>, StoreError> {
        let rows =
            sqlx::query_file_as!(DeadLetterVariant, "queries/job/dead_letter_variants.sql", group);
        rows.fetch_all(&mut *self.connection).await.map_err(failed)
    }
}
