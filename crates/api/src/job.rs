//! Operations on jobs: submit, read, list, cancel, claim and finish.

mod list;
mod member;
mod submit;
mod work;

use onceover_domain::id::JobId;
use onceover_domain::idempotency::Key;
use onceover_domain::job::{Command, Job};
use onceover_engine::Finish;
use onceover_store::{Scope, Snapshot};

pub use list::{JobPage, JobQuery};
pub use submit::SubmitRequest;
pub use work::{
    ClaimRequest, Claims, CompleteRequest, FailRequest, HeartbeatRequest, ReleaseRequest,
};

use crate::dto::{self, Problem};
use crate::{Api, Caller, problem, view};

impl Api {
    /// One job.
    ///
    /// # Errors
    /// `not_found`, also for a job of another tenant.
    pub async fn job(&self, caller: &Caller, id: &str) -> Result<dto::Job, Problem> {
        caller.needs(Scope::Read)?;
        let mut snapshot = self.read().await?;
        let job = find(&mut *snapshot, caller, id).await?;
        with_payload(&mut *snapshot, job).await
    }

    /// The job a key made.
    ///
    /// # Errors
    /// `not_found`; `tenant_missing` for a caller of all tenants that names none.
    pub async fn job_by_key(
        &self,
        caller: &Caller,
        tenant: Option<&str>,
        key: &str,
    ) -> Result<dto::Job, Problem> {
        caller.needs(Scope::Read)?;
        let tenant = caller.tenant_named(tenant)?;
        // A text that cannot be a key made no job.
        let key = Key::new(key).map_err(|_| problem::not_found("job"))?;
        let mut snapshot = self.read().await?;
        let id = snapshot
            .job_by_key(&tenant, key.as_str())
            .await?
            .ok_or_else(|| problem::not_found("job"))?;
        let job = find(&mut *snapshot, caller, &id.to_string()).await?;
        with_payload(&mut *snapshot, job).await
    }

    /// Everything known of one job, read at one time (`job.get`).
    ///
    /// # Errors
    /// `not_found`.
    pub async fn job_detail(&self, caller: &Caller, id: &str) -> Result<dto::JobDetail, Problem> {
        caller.needs(Scope::Read)?;
        let mut snapshot = self.read().await?;
        let job = find(&mut *snapshot, caller, id).await?;
        let payload =
            snapshot.payloads(&[job.id]).await?.into_iter().next().and_then(|(_, payload)| payload);
        let submissions = snapshot.submissions(&job).await?;
        let mut attempts: Vec<_> =
            snapshot.attempts(&job).await?.into_iter().map(view::attempt).collect();
        attempts.extend(view::running_attempt(&job));
        let entries = snapshot.entries_of_job(&job.tenant, job.id).await?;
        let overrides = self.overrides_of_job(&mut *snapshot, job.id).await?;
        let balance = self.balance_of_job(&mut *snapshot, &job).await?;
        let key = job.key.clone();
        Ok(dto::JobDetail {
            payload: payload.unwrap_or_default(),
            result: job.result.clone(),
            labels: job.labels.clone(),
            effect_key: job.effect_key(),
            submissions: submissions.into_iter().map(view::submission).collect(),
            attempts,
            entries: entries.into_iter().map(|entry| view::entry(entry, key.clone())).collect(),
            overrides,
            job: view::row(onceover_store::JobRow {
                scale: balance.as_ref().map(|balance| balance.scale),
                job,
            }),
            balance,
            as_of: snapshot.now().await?.to_string(),
        })
    }

    /// Cancels a waiting job, or asks a running one to stop.
    ///
    /// # Errors
    /// `wrong_state` for a job that has ended or is a dead letter.
    pub async fn cancel(&self, caller: &Caller, id: &str) -> Result<dto::Job, Problem> {
        caller.needs(Scope::Submit)?;
        self.command(caller, id, Command::Cancel).await
    }

    /// Sends one command to one job and reads the answer.
    pub(crate) async fn command(
        &self,
        caller: &Caller,
        id: &str,
        command: Command,
    ) -> Result<dto::Job, Problem> {
        let id = job_id(id)?;
        let finish =
            Finish { job: id, tenant: caller.tenant().cloned(), command, actor: caller.name() };
        let job = self.engine.finish(finish).await??;
        let mut snapshot = self.read().await?;
        with_payload(&mut *snapshot, job).await
    }
}

/// An id that cannot be one is answered like one that does not exist.
pub fn job_id(id: &str) -> Result<JobId, Problem> {
    id.parse().map_err(|_| problem::not_found("job"))
}

pub async fn find(snapshot: &mut dyn Snapshot, caller: &Caller, id: &str) -> Result<Job, Problem> {
    let job = snapshot.jobs(&[job_id(id)?]).await?.into_iter().next();
    job.filter(|job| caller.tenant().is_none_or(|tenant| *tenant == job.tenant))
        .ok_or_else(|| problem::not_found("job"))
}

async fn with_payload(snapshot: &mut dyn Snapshot, job: Job) -> Result<dto::Job, Problem> {
    let payload =
        snapshot.payloads(&[job.id]).await?.into_iter().next().and_then(|(_, payload)| payload);
    view::job(job, payload)
}
