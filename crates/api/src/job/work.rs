//! What workers call: claims, heartbeat, complete, fail, release.

#![expect(missing_docs, reason = "members of requests bear the names of the specification")]

use std::time::Duration;

use onceover_domain::id::{Kind, LeaseToken, Queue, TenantId};
use onceover_domain::idempotency::text;
use onceover_domain::job::{Command, Failure, LEASE_DEFAULT, LEASE_MAX, LEASE_MIN};
use onceover_engine::Claim;
use onceover_store::Scope;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::member;
use super::member::Lossy;
use crate::dto::{self, Problem};
use crate::{Api, Caller, problem, view};

const CLAIM_MOST: u32 = 1_000;
const WAIT_MOST: f64 = 60.0;

/// Body of `POST /v1/claims`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimRequest {
    pub worker: String,
    pub queues: Vec<String>,
    pub kinds: Option<Vec<String>>,
    pub tenant: Option<String>,
    pub limit: u32,
    pub lease_seconds: Option<f64>,
    pub wait_seconds: Option<f64>,
    pub request_id: Option<String>,
}

/// Answer of `POST /v1/claims`.
#[derive(Debug, Serialize)]
pub struct Claims {
    jobs: Vec<LeasedJob>,
}

impl Claims {
    /// Nothing was due.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }
}

/// A job with its lease.
#[derive(Debug, Serialize)]
struct LeasedJob {
    #[serde(flatten)]
    job: dto::Job,
    lease: LeaseView,
    effect_key: String,
}

#[derive(Debug, Serialize)]
struct LeaseView {
    token: String,
    expires_at: String,
}

/// Body of `POST /v1/jobs/{id}/heartbeat`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeartbeatRequest {
    pub lease_token: String,
    pub lease_seconds: Option<f64>,
}

/// Body of `POST /v1/jobs/{id}/complete`. `units` must be a whole JSON number.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompleteRequest {
    pub lease_token: String,
    pub result: Option<Box<RawValue>>,
    pub units: Option<Box<RawValue>>,
}

/// Body of `POST /v1/jobs/{id}/fail`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailRequest {
    pub lease_token: String,
    pub error: FailedWith,
    pub retryable: Option<bool>,
    pub retry_after_seconds: Option<f64>,
}

/// What went wrong, in the worker's words: cut off or not, they must not keep a failure from being told.
#[derive(Debug, Clone, Deserialize)]
pub struct FailedWith {
    class: Lossy,
    message: Lossy,
    backtrace: Option<Lossy>,
}

/// Body of `POST /v1/jobs/{id}/release`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReleaseRequest {
    pub lease_token: String,
    pub delay_seconds: Option<f64>,
}

impl Api {
    /// Takes due jobs, waiting for some if asked to.
    ///
    /// # Errors
    /// `request_invalid` names the member that makes no sense.
    pub async fn claims(&self, caller: &Caller, request: ClaimRequest) -> Result<Claims, Problem> {
        caller.needs(Scope::Work)?;
        let wait = match request.wait_seconds {
            Some(wait) if wait > WAIT_MOST => {
                return Err(problem::invalid("`wait_seconds` must be at most 60"));
            }
            Some(wait) => member::seconds("wait_seconds", wait)?,
            None => Duration::ZERO,
        };
        let claim = read_claim(caller, request)?;
        let claimed = self.engine.claim(claim, wait).await?;
        let jobs = claimed.into_iter().filter_map(|claimed| {
            let lease = claimed.job.lease.as_ref()?;
            let lease = LeaseView {
                token: lease.token.to_string(),
                expires_at: lease.expires_at.to_string(),
            };
            let effect_key = claimed.job.effect_key();
            Some(view::job(claimed.job, claimed.payload).map(|job| LeasedJob {
                job,
                lease,
                effect_key,
            }))
        });
        Ok(Claims { jobs: jobs.collect::<Result<_, _>>()? })
    }

    /// Extends a lease.
    ///
    /// # Errors
    /// `lease_lost`.
    pub async fn heartbeat(
        &self,
        caller: &Caller,
        id: &str,
        request: HeartbeatRequest,
    ) -> Result<dto::Job, Problem> {
        caller.needs(Scope::Work)?;
        let command = Command::Heartbeat {
            token: token(&request.lease_token)?,
            lease: lease(request.lease_seconds)?,
        };
        self.command(caller, id, command).await
    }

    /// The worker did it.
    ///
    /// # Errors
    /// `lease_lost`, `already_confirmed`, `exceeds_reservation`, `request_invalid`.
    pub async fn complete(
        &self,
        caller: &Caller,
        id: &str,
        request: CompleteRequest,
    ) -> Result<dto::Job, Problem> {
        caller.needs(Scope::Work)?;
        let units = request.units.map(|units| member::units("units", units.get())).transpose()?;
        let result = match request.result.filter(|result| result.get() != "null") {
            Some(result) => {
                text::read(result.get().as_bytes()).map_err(problem::invalid)?;
                member::fits("result", result.get())?;
                Some(result.get().to_owned())
            }
            None => None,
        };
        self.command(
            caller,
            id,
            Command::Complete { token: token(&request.lease_token)?, result, units },
        )
        .await
    }

    /// The worker could not do it; retryable unless it says otherwise.
    ///
    /// # Errors
    /// `lease_lost`.
    pub async fn fail(
        &self,
        caller: &Caller,
        id: &str,
        request: FailRequest,
    ) -> Result<dto::Job, Problem> {
        caller.needs(Scope::Work)?;
        let error = &request.error;
        let command = Command::Fail {
            token: token(&request.lease_token)?,
            failure: Failure::new(
                &error.class.0,
                &error.message.0,
                error.backtrace.as_ref().map(|text| text.0.as_str()),
            ),
            retryable: request.retryable.unwrap_or(true),
            retry_after: request
                .retry_after_seconds
                .map(|seconds| member::seconds("retry_after_seconds", seconds))
                .transpose()?,
        };
        self.command(caller, id, command).await
    }

    /// The worker gives it back undone.
    ///
    /// # Errors
    /// `lease_lost`.
    pub async fn release(
        &self,
        caller: &Caller,
        id: &str,
        request: ReleaseRequest,
    ) -> Result<dto::Job, Problem> {
        caller.needs(Scope::Work)?;
        let delay = request
            .delay_seconds
            .map(|seconds| member::seconds("delay_seconds", seconds))
            .transpose()?;
        self.command(caller, id, Command::Release { token: token(&request.lease_token)?, delay })
            .await
    }
}

fn read_claim(caller: &Caller, request: ClaimRequest) -> Result<Claim, Problem> {
    if !(1..=CLAIM_MOST).contains(&request.limit) {
        return Err(problem::invalid(format!("`limit` must be from 1 to {CLAIM_MOST}")));
    }
    if request.queues.is_empty() || request.queues.len() > 100 {
        return Err(problem::invalid("`queues` must name 1 to 100 queues"));
    }
    let tenant = match (caller.tenant(), request.tenant) {
        (Some(own), Some(named)) if own.as_str() != named => return Err(problem::other_tenant()),
        (Some(own), _) => Some(own.clone()),
        (None, named) => {
            named.as_deref().map(TenantId::parse).transpose().map_err(problem::invalid)?
        }
    };
    let queues = request.queues.iter().map(|queue| Queue::parse(queue)).collect::<Result<_, _>>();
    let kinds = request
        .kinds
        .map(|kinds| kinds.iter().map(|kind| Kind::parse(kind)).collect::<Result<_, _>>());
    let worker = worker(&request.worker)?;
    let id = request.request_id.map(request_id).transpose()?;
    Ok(Claim {
        queues: queues.map_err(problem::invalid)?,
        kinds: kinds.transpose().map_err(problem::invalid)?,
        tenant,
        limit: request.limit,
        lease: lease(request.lease_seconds)?,
        // Two callers, or two workers of one caller, may use the same words. None of the three has a line break.
        request: id.map(|id| format!("{}\n{worker}\n{id}", caller.name())),
        worker,
    })
}

fn request_id(id: String) -> Result<String, Problem> {
    let fits = (1..=255).contains(&id.len()) && id.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if fits {
        Ok(id)
    } else {
        Err(problem::invalid("`request_id` must be 1 to 255 printable ASCII characters"))
    }
}

fn worker(name: &str) -> Result<String, Problem> {
    let fits = (1..=200).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    if fits {
        Ok(name.to_owned())
    } else {
        Err(problem::invalid("`worker` must be 1 to 200 printable characters"))
    }
}

fn lease(seconds: Option<f64>) -> Result<Duration, Problem> {
    let Some(seconds) = seconds else { return Ok(LEASE_DEFAULT) };
    let lease = member::seconds("lease_seconds", seconds)?;
    if (LEASE_MIN..=LEASE_MAX).contains(&lease) {
        Ok(lease)
    } else {
        Err(problem::invalid("`lease_seconds` must be from 1 to 86400"))
    }
}

/// A token that cannot be one holds no lease.
fn token(text: &str) -> Result<LeaseToken, Problem> {
    text.parse().map_err(|_| onceover_domain::job::Rejection::LeaseLost.into())
}
