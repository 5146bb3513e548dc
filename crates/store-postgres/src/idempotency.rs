//! Idempotency keys and the log of arrivals.

use std::collections::HashSet;

use async_trait::async_trait;
use onceover_domain::id::{JobId, Meter, SubmissionId, TenantId};
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store::{
    Denial, IdempotencyWrites, NewKey, StoreError, StoredKey, Submission, SubmissionOutcome,
};
use uuid::Uuid;

use crate::row::{column, damaged, word};
use crate::transaction::Session;

/// A row of `submissions`.
pub(crate) struct SubmissionRecord {
    pub id: Uuid,
    pub tenant_id: String,
    pub idempotency_key: Option<String>,
    pub job_id: Option<Uuid>,
    pub outcome: String,
    pub code: Option<String>,
    pub sender: String,
    pub request_id: String,
    pub at: i64,
    pub paths: Option<String>,
    pub meter: Option<String>,
    pub units: Option<i64>,
    pub limit_units: Option<i64>,
    pub used: Option<i64>,
    pub reserved: Option<i64>,
}

impl SubmissionRecord {
    pub(crate) fn submission(self) -> Result<Submission, StoreError> {
        let denial = match (self.meter, self.units, self.limit_units, self.used, self.reserved) {
            (Some(meter), Some(units), Some(limit), Some(used), Some(reserved)) => Some(Denial {
                meter: Meter::stored(meter),
                units: Units(units),
                limit: Units(limit),
                used: Units(used),
                reserved: Units(reserved),
            }),
            _ => None,
        };
        let paths = self.paths.map(|paths| serde_json::from_str(&paths)).transpose();
        Ok(Submission {
            id: SubmissionId(self.id),
            tenant: TenantId::stored(self.tenant_id),
            key: self.idempotency_key,
            job: self.job_id.map(JobId),
            outcome: word(&self.outcome, SubmissionOutcome::parse, "submission outcome")?,
            code: self.code,
            sender: self.sender,
            request_id: self.request_id,
            at: Time(self.at),
            paths: paths.map_err(|_| damaged("list of paths"))?.unwrap_or_default(),
            denial,
        })
    }
}

#[async_trait]
impl IdempotencyWrites for Session {
    async fn take_keys(&mut self, keys: &[NewKey]) -> Result<Vec<bool>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let take = sqlx::query_file!(
            "queries/idempotency/take_keys.sql",
            &column(keys, |key| key.tenant.as_str()) as _,
            &column(keys, |key| key.key.as_str()) as _,
            &column(keys, |key| key.fingerprint.as_slice()) as _,
            &column(keys, |key| key.request.as_str()) as _,
            &column(keys, |key| key.job.0),
            &column(keys, |key| key.created_at.0)
        );
        let taken = self.link.run(|c| take.fetch_all(c)).await?;
        let taken: HashSet<_> =
            taken.iter().map(|row| (row.tenant_id.as_str(), row.key.as_str())).collect();
        Ok(column(keys, |key| taken.contains(&(key.tenant.as_str(), key.key.as_str()))))
    }

    async fn stored_keys(
        &mut self,
        keys: &[(TenantId, String)],
    ) -> Result<Vec<StoredKey>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let query = sqlx::query_file!(
            "queries/idempotency/stored_keys.sql",
            &column(keys, |(tenant, _)| tenant.as_str()) as _,
            &column(keys, |(_, key)| key.as_str()) as _
        );
        let rows = self.link.run(|c| query.fetch_all(c)).await?;
        let stored = rows.into_iter().map(|row| StoredKey {
            tenant: TenantId::stored(row.tenant_id),
            key: row.key,
            fingerprint: row.fingerprint,
            request: row.request,
            payload: row.payload,
            job: JobId(row.job_id),
        });
        Ok(stored.collect())
    }

    async fn give_back_keys(&mut self, keys: &[(TenantId, String)]) -> Result<(), StoreError> {
        if keys.is_empty() {
            return Ok(());
        }
        let give_back = sqlx::query_file!(
            "queries/idempotency/give_back_keys.sql",
            &column(keys, |(tenant, _)| tenant.as_str()) as _,
            &column(keys, |(_, key)| key.as_str()) as _
        );
        self.link.run(|c| give_back.execute(c)).await?;
        Ok(())
    }

    async fn log_submissions(&mut self, submissions: &[Submission]) -> Result<(), StoreError> {
        if submissions.is_empty() {
            return Ok(());
        }
        let paths = submissions.iter().map(paths).collect::<Result<Vec<_>, _>>()?;
        let insert = sqlx::query_file!(
            "queries/idempotency/log_submissions.sql",
            &column(submissions, |log| log.tenant.as_str()) as _,
            &column(submissions, |log| log.id.0),
            &column(submissions, |log| log.key.as_deref()) as _,
            &column(submissions, |log| log.job.map(|job| job.0)) as _,
            &column(submissions, |log| log.outcome.as_str()) as _,
            &column(submissions, |log| log.code.as_deref()) as _,
            &column(submissions, |log| log.sender.as_str()) as _,
            &column(submissions, |log| log.request_id.as_str()) as _,
            &column(submissions, |log| log.at.0),
            &paths as _,
            &denial(submissions, |denial| denial.meter.as_str()) as _,
            &denial(submissions, |denial| denial.units.0) as _,
            &denial(submissions, |denial| denial.limit.0) as _,
            &denial(submissions, |denial| denial.used.0) as _,
            &denial(submissions, |denial| denial.reserved.0) as _
        );
        self.link.run(|c| insert.execute(c)).await?;
        Ok(())
    }
}

fn paths(log: &Submission) -> Result<Option<String>, StoreError> {
    if log.paths.is_empty() {
        return Ok(None);
    }
    let text = serde_json::to_string(&log.paths);
    text.map(Some)
        .map_err(|error| StoreError::Failed(format!("a list of paths cannot be written: {error}")))
}

fn denial<'a, T>(submissions: &'a [Submission], field: impl Fn(&'a Denial) -> T) -> Vec<Option<T>> {
    column(submissions, |log| log.denial.as_ref().map(&field))
}
