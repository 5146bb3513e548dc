//! Submit: from the bytes of a request to a job.

use onceover_domain::id::{JobId, Kind, Meter, NameInvalid, Queue, SubmissionId};
use onceover_domain::idempotency::{Key, Request};
use onceover_domain::job::{MAX_ATTEMPTS_DEFAULT, MAX_ATTEMPTS_LIMIT};
use onceover_engine::Submit;
use onceover_store::{Scope, StoreError};
use uuid::Uuid;

use super::member;
use crate::dto::{self, Problem};
use crate::{Api, Caller, problem, view};

/// A submit request as it came.
pub struct SubmitRequest<'a> {
    /// The values of the `Idempotency-Key` headers; at most one is allowed.
    pub keys: Vec<&'a [u8]>,
    /// The body.
    pub body: &'a [u8],
    /// `Request-Id`.
    pub request_id: String,
}

impl Api {
    /// Makes a job, or finds the one that the same request made before: (job, replayed).
    ///
    /// # Errors
    /// See the table of section 4 of the specification.
    pub async fn submit(
        &self,
        caller: &Caller,
        request: SubmitRequest<'_>,
    ) -> Result<(dto::Job, bool), Problem> {
        caller.needs(Scope::Submit)?;
        let read = Request::read(request.body, &["tenant"]).map_err(problem::invalid)?;
        member::fits("payload", read.request.payload())?;
        let key = Key::from_header(request.keys.iter().copied()).map_err(problem::key_invalid)?;
        let tenant =
            read.beside.get("tenant").map(|json| member::text("tenant", json)).transpose()?;
        let tenant = caller.tenant_named(tenant.as_deref())?;
        let submit = Submit {
            job: JobId(Uuid::now_v7()),
            submission: SubmissionId(Uuid::now_v7()),
            tenant,
            key: key.map(|key| key.as_str().to_owned()),
            sender: caller.name(),
            request_id: request.request_id,
            ..read_members(read.request)?
        };
        let with_key = submit.key.is_some();
        let submitted = match self.engine.submit(submit).await {
            // Only another request with the same key holds a submit up that long.
            Err(StoreError::Busy(_)) if with_key => return Err(in_progress()),
            answer => answer??,
        };
        Ok((view::job(submitted.job, submitted.payload)?, submitted.replayed))
    }
}

fn in_progress() -> Problem {
    let detail = "the first request with this Idempotency-Key is still being worked on; repeat this one in a second";
    Problem {
        retry_after: Some(1),
        ..Problem::new(409, "idempotency_in_progress", "The first request is under way", detail)
    }
}

/// The typed members; ids, tenant, key and sender are the caller's to fill in.
fn read_members(request: Request) -> Result<Submit, Problem> {
    let text = |name| request.member(name).map(|json| member::text(name, json)).transpose();
    let named = |error: NameInvalid| problem::invalid(error);
    let kind = Kind::parse(&text("kind")?.unwrap_or_default()).map_err(named)?;
    let queue = Queue::parse(text("queue")?.as_deref().unwrap_or("default")).map_err(named)?;
    let number = |name, low, high| {
        request.member(name).map(|json| member::number(name, json, low, high)).transpose()
    };
    let priority = number("priority", i64::from(i32::MIN), i64::from(i32::MAX))?.unwrap_or(0);
    let max_attempts = number("max_attempts", 1, i64::from(MAX_ATTEMPTS_LIMIT))?;
    let meter = text("meter")?.map(|meter| Meter::parse(&meter)).transpose().map_err(named)?;
    let units = request.member("units").map(|json| member::units("units", json)).transpose()?;
    let charge = match (meter, units) {
        (Some(meter), Some(units)) => Some((meter, units)),
        (None, None) => None,
        (Some(_), None) => {
            return Err(problem::invalid("`meter` needs `units`: how many to reserve"));
        }
        (None, Some(_)) => {
            return Err(problem::invalid("`units` needs `meter`: what they are counted in"));
        }
    };
    Ok(Submit {
        job: JobId(Uuid::nil()),
        submission: SubmissionId(Uuid::nil()),
        tenant: onceover_domain::id::TenantId::stored(String::new()),
        key: None,
        kind,
        queue,
        priority: i32::try_from(priority).map_err(problem::invalid)?,
        run_at: request.member("run_at").map(|json| member::time("run_at", json)).transpose()?,
        max_attempts: max_attempts
            .map_or(Ok(MAX_ATTEMPTS_DEFAULT), u32::try_from)
            .map_err(problem::invalid)?,
        charge,
        labels: request.member("labels").map(member::labels).transpose()?.unwrap_or_default(),
        sender: String::new(),
        request_id: String::new(),
        request,
    })
}
