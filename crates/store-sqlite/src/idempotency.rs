//! Idempotency keys and the log of arrivals.

use std::collections::HashSet;

use async_trait::async_trait;
use onceover_domain::id::{JobId, Meter, SubmissionId, TenantId};
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store::{
    Denial, IdempotencyWrites, NewKey, StoreError, StoredKey, Submission, SubmissionOutcome,
};
use serde::Serialize;

use crate::error::failed;
use crate::row::{Hex, batch, damaged, id, word};
use crate::transaction::{Session, Writing};

/// An arrival as stored.
pub(crate) struct SubmissionRecord {
    pub(crate) id: Vec<u8>,
    pub(crate) tenant_id: String,
    pub(crate) idempotency_key: Option<String>,
    pub(crate) job_id: Option<Vec<u8>>,
    pub(crate) outcome: String,
    pub(crate) code: Option<String>,
    pub(crate) sender: String,
    pub(crate) request_id: String,
    pub(crate) at: i64,
    pub(crate) paths: Option<String>,
    pub(crate) meter: Option<String>,
    pub(crate) units: Option<i64>,
    pub(crate) limit_units: Option<i64>,
    pub(crate) used: Option<i64>,
    pub(crate) reserved: Option<i64>,
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
        let paths = match self.paths {
            Some(paths) => serde_json::from_str(&paths).map_err(|_| damaged("list of paths"))?,
            None => Vec::new(),
        };
        Ok(Submission {
            id: SubmissionId(id(&self.id, "submission id")?),
            tenant: TenantId::stored(self.tenant_id),
            key: self.idempotency_key,
            job: self
                .job_id
                .map(|job| Ok::<_, StoreError>(JobId(id(&job, "job id")?)))
                .transpose()?,
            outcome: word(&self.outcome, SubmissionOutcome::parse, "submission outcome")?,
            code: self.code,
            sender: self.sender,
            request_id: self.request_id,
            at: Time(self.at),
            paths,
            denial,
        })
    }
}

#[derive(Serialize)]
struct KeyName<'a> {
    tenant_id: &'a str,
    key: &'a str,
}

#[derive(Serialize)]
struct KeyInsert<'a> {
    tenant_id: &'a str,
    key: &'a str,
    fingerprint: Hex<'a>,
    request: &'a str,
    job_id: Hex<'a>,
    created_at: i64,
}

#[derive(Serialize)]
struct SubmissionInsert<'a> {
    tenant_id: &'a str,
    id: Hex<'a>,
    idempotency_key: Option<&'a str>,
    job_id: Option<Hex<'a>>,
    outcome: &'a str,
    code: Option<&'a str>,
    sender: &'a str,
    request_id: &'a str,
    at: i64,
    paths: Option<String>,
    meter: Option<&'a str>,
    units: Option<i64>,
    limit_units: Option<i64>,
    used: Option<i64>,
    reserved: Option<i64>,
}

fn names(keys: &[(TenantId, String)]) -> Result<String, StoreError> {
    batch(keys.iter().map(|(tenant, key)| KeyName { tenant_id: tenant.as_str(), key }))
}

#[async_trait]
impl IdempotencyWrites for Session<Writing> {
    async fn take_keys(&mut self, keys: &[NewKey]) -> Result<Vec<bool>, StoreError> {
        let rows = batch(keys.iter().map(|key| KeyInsert {
            tenant_id: key.tenant.as_str(),
            key: &key.key,
            fingerprint: Hex(&key.fingerprint),
            request: &key.request,
            job_id: Hex::id(&key.job.0),
            created_at: key.created_at.0,
        }))?;
        let taken = sqlx::query_file!("queries/idempotency/take_keys.sql", rows)
            .fetch_all(&mut *self.connection)
            .await
            .map_err(failed)?;
        let taken: HashSet<_> =
            taken.iter().map(|row| (row.tenant_id.as_str(), row.key.as_str())).collect();
        Ok(keys
            .iter()
            .map(|key| taken.contains(&(key.tenant.as_str(), key.key.as_str())))
            .collect())
    }

    async fn stored_keys(
        &mut self,
        keys: &[(TenantId, String)],
    ) -> Result<Vec<StoredKey>, StoreError> {
        let wanted = names(keys)?;
        let rows = sqlx::query_file!("queries/idempotency/stored_keys.sql", wanted)
            .fetch_all(&mut *self.connection)
            .await
            .map_err(failed)?;
        rows.into_iter()
            .map(|row| {
                Ok(StoredKey {
                    tenant: TenantId::stored(row.tenant_id),
                    key: row.key,
                    fingerprint: row.fingerprint,
                    request: row.request,
                    payload: row.payload,
                    job: JobId(id(&row.job_id, "job id")?),
                })
            })
            .collect()
    }

    async fn give_back_keys(&mut self, keys: &[(TenantId, String)]) -> Result<(), StoreError> {
        let names = names(keys)?;
        sqlx::query_file!("queries/idempotency/give_back_keys.sql", names)
            .execute(&mut *self.connection)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn log_submissions(&mut self, submissions: &[Submission]) -> Result<(), StoreError> {
        let rows = submissions.iter().map(insert).collect::<Result<Vec<_>, _>>()?;
        let rows = batch(rows)?;
        sqlx::query_file!("queries/idempotency/log_submissions.sql", rows)
            .execute(&mut *self.connection)
            .await
            .map_err(failed)?;
        Ok(())
    }
}

fn insert(submission: &Submission) -> Result<SubmissionInsert<'_>, StoreError> {
    let denial = submission.denial.as_ref();
    let paths = if submission.paths.is_empty() { None } else { Some(batch(&submission.paths)?) };
    Ok(SubmissionInsert {
        tenant_id: submission.tenant.as_str(),
        id: Hex::id(&submission.id.0),
        idempotency_key: submission.key.as_deref(),
        job_id: submission.job.as_ref().map(|job| Hex::id(&job.0)),
        outcome: submission.outcome.as_str(),
        code: submission.code.as_deref(),
        sender: &submission.sender,
        request_id: &submission.request_id,
        at: submission.at.0,
        paths,
        meter: denial.map(|denial| denial.meter.as_str()),
        units: denial.map(|denial| denial.units.0),
        limit_units: denial.map(|denial| denial.limit.0),
        used: denial.map(|denial| denial.used.0),
        reserved: denial.map(|denial| denial.reserved.0),
    })
}
