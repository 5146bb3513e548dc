//! Reads of jobs. The screens that count and group are in `review`.

use std::collections::HashMap;

use async_trait::async_trait;
use onceover_domain::id::{JobId, Kind, Queue, TenantId};
use onceover_domain::job::{Attempt, Job, State};
use onceover_domain::time::Time;
use onceover_store::{
    DeadLetterGroup, DeadLetterMember, DeadLetterVariant, DueQuery, JobFilter, JobReads, JobRow,
    StateNow, StoreError, SubmissionRow, WorkerLeases,
};
use uuid::Uuid;

use super::record::{AttemptRecord, JobRecord};
use super::review;
use crate::idempotency::SubmissionRecord;
use crate::link::Link;
use crate::row::{column, damaged, word};
use crate::transaction::Session;

/// The jobs with these ids, by id.
pub(super) async fn by_id(link: &mut Link, ids: &[Uuid]) -> Result<Vec<Job>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = link
        .run(|c| sqlx::query_file_as!(JobRecord, "queries/job/jobs.sql", ids).fetch_all(c))
        .await?;
    rows.into_iter().map(JobRecord::job).collect()
}

/// Jobs with the scale of their meter, newest first.
async fn rows(link: &mut Link, ids: &[Uuid]) -> Result<Vec<JobRow>, StoreError> {
    let jobs = by_id(link, ids).await?;
    let mut scales = HashMap::new();
    if jobs.iter().any(|job| job.meter.is_some()) {
        for row in
            link.run(|c| sqlx::query_file!("queries/job/scales.sql", ids).fetch_all(c)).await?
        {
            scales.insert(JobId(row.id), u8::try_from(row.scale).map_err(|_| damaged("scale"))?);
        }
    }
    Ok(jobs
        .into_iter()
        .rev()
        .map(|job| JobRow { scale: scales.get(&job.id).copied(), job })
        .collect())
}

pub(super) fn kinds(query: &DueQuery) -> Option<Vec<String>> {
    query.kinds.as_ref().map(|kinds| column(kinds, |kind| kind.as_str().to_owned()))
}

pub(super) fn queues(query: &DueQuery) -> Vec<String> {
    column(&query.queues, |queue| queue.as_str().to_owned())
}

#[async_trait]
impl JobReads for Session {
    async fn jobs(&mut self, ids: &[JobId]) -> Result<Vec<Job>, StoreError> {
        by_id(&mut self.link, &column(ids, |id| id.0)).await
    }

    async fn payloads(
        &mut self,
        ids: &[JobId],
    ) -> Result<Vec<(JobId, Option<String>)>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let ids = column(ids, |id| id.0);
        let rows = self
            .link
            .run(|c| sqlx::query_file!("queries/job/payloads.sql", &ids).fetch_all(c))
            .await?;
        Ok(rows.into_iter().map(|row| (JobId(row.job_id), row.body)).collect())
    }

    async fn job_by_key(
        &mut self,
        tenant: &TenantId,
        key: &str,
    ) -> Result<Option<JobId>, StoreError> {
        let query = sqlx::query_file!("queries/job/job_by_key.sql", tenant.as_str(), key);
        let row = self.link.run(|c| query.fetch_optional(c)).await?;
        Ok(row.map(|row| JobId(row.job_id)))
    }

    async fn next_due(&mut self, query: &DueQuery) -> Result<Option<Time>, StoreError> {
        let kinds = kinds(query);
        let query = sqlx::query_file!(
            "queries/job/next_due.sql",
            &queues(query),
            kinds.as_deref(),
            query.tenant.as_ref().map(TenantId::as_str)
        );
        let row = self.link.run(|c| query.fetch_one(c)).await?;
        Ok(row.run_at.map(Time))
    }

    async fn job_page(&mut self, filter: &JobFilter) -> Result<Vec<JobRow>, StoreError> {
        let query = sqlx::query_file!(
            "queries/job/job_page.sql",
            filter.state.map(State::as_str),
            filter.tenant.as_ref().map(TenantId::as_str),
            filter.kind.as_ref().map(Kind::as_str),
            filter.queue.as_ref().map(Queue::as_str),
            filter.key.as_deref(),
            filter.error.as_deref(),
            filter.group.as_deref(),
            filter.before.map(|before| before.0),
            i64::from(filter.limit)
        );
        let found = self.link.run(|c| query.fetch_all(c)).await?;
        rows(&mut self.link, &column(&found, |row| row.id)).await
    }

    async fn job_counts(&mut self, filter: &JobFilter) -> Result<Vec<(State, i64)>, StoreError> {
        let query = sqlx::query_file!(
            "queries/job/job_counts.sql",
            filter.tenant.as_ref().map(TenantId::as_str),
            filter.kind.as_ref().map(Kind::as_str),
            filter.queue.as_ref().map(Queue::as_str),
            filter.key.as_deref(),
            filter.error.as_deref(),
            filter.group.as_deref()
        );
        let counts = self.link.run(|c| query.fetch_all(c)).await?;
        counts
            .into_iter()
            .map(|row| Ok((word(&row.state, State::parse, "job state")?, row.jobs)))
            .collect()
    }

    async fn kinds(&mut self) -> Result<Vec<Kind>, StoreError> {
        let rows =
            self.link.run(|c| sqlx::query_file!("queries/job/kinds.sql").fetch_all(c)).await?;
        Ok(rows.into_iter().map(|row| Kind::stored(row.kind)).collect())
    }

    async fn attempts(&mut self, job: &Job) -> Result<Vec<Attempt>, StoreError> {
        let query = sqlx::query_file_as!(
            AttemptRecord,
            "queries/job/attempts.sql",
            job.tenant.as_str(),
            job.id.0
        );
        let rows = self.link.run(|c| query.fetch_all(c)).await?;
        rows.into_iter().map(|row| Ok(row.attempt()?.1)).collect()
    }

    async fn submissions(&mut self, job: &Job) -> Result<Vec<SubmissionRow>, StoreError> {
        let query = sqlx::query_file_as!(
            SubmissionRecord,
            "queries/job/submissions.sql",
            job.tenant.as_str(),
            job.id.0
        );
        let rows = self.link.run(|c| query.fetch_all(c)).await?;
        rows.into_iter().map(SubmissionRecord::submission).collect()
    }

    async fn states_now(&mut self, now: Time) -> Result<Vec<StateNow>, StoreError> {
        review::states_now(&mut self.link, now).await
    }

    async fn oldest_waiting(&mut self, now: Time) -> Result<Option<JobRow>, StoreError> {
        let query = sqlx::query_file!("queries/job/oldest_waiting.sql", now.0);
        match self.link.run(|c| query.fetch_optional(c)).await? {
            Some(row) => Ok(rows(&mut self.link, &[row.id]).await?.pop()),
            None => Ok(None),
        }
    }

    async fn worker_leases(&mut self) -> Result<Vec<WorkerLeases>, StoreError> {
        let query = sqlx::query_file_as!(WorkerLeases, "queries/job/worker_leases.sql");
        self.link.run(|c| query.fetch_all(c)).await
    }

    async fn lost_since(&mut self, since: Time) -> Result<i64, StoreError> {
        let query = sqlx::query_file!("queries/job/lost_since.sql", since.0);
        Ok(self.link.run(|c| query.fetch_one(c)).await?.lost)
    }

    async fn dead_letter_groups(
        &mut self,
        now: Time,
        group: Option<&str>,
    ) -> Result<Vec<DeadLetterGroup>, StoreError> {
        review::dead_letter_groups(&mut self.link, now, group).await
    }

    async fn dead_letter_members(
        &mut self,
        group: &str,
    ) -> Result<Vec<DeadLetterMember>, StoreError> {
        let query = sqlx::query_file!("queries/job/dead_letter_members.sql", group);
        let rows = self.link.run(|c| query.fetch_all(c)).await?;
        let member = |tenant, kind, jobs| DeadLetterMember {
            tenant: TenantId::stored(tenant),
            kind: Kind::stored(kind),
            jobs,
        };
        Ok(rows.into_iter().map(|row| member(row.tenant_id, row.kind, row.jobs)).collect())
    }

    async fn dead_letter_variants(
        &mut self,
        group: &str,
    ) -> Result<Vec<DeadLetterVariant>, StoreError> {
        let query =
            sqlx::query_file_as!(DeadLetterVariant, "queries/job/dead_letter_variants.sql", group);
        self.link.run(|c| query.fetch_all(c)).await
    }
}
