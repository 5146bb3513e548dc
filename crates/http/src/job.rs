//! Submit, read, list and cancel jobs.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use onceover_api::{JobQuery, Scope, SubmitRequest};
use serde::Deserialize;

use crate::answer::{Answer, broken, json, ok};
use crate::call::{Server, segment};

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// Query of `GET /v1/jobs/by-key/{key}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfTenant {
    tenant: Option<String>,
}

/// `POST /v1/jobs`: `201` with `Location`, or `200` with `Idempotency-Replayed`.
pub async fn submit(State(server): State<Server>, request: Request) -> Answer {
    let mut call = server.begin(request, Scope::Submit).await?;
    let body = call.bytes().await?;
    let keys = call.headers().get_all(IDEMPOTENCY_KEY).iter().map(HeaderValue::as_bytes).collect();
    let submit = SubmitRequest { keys, body: &body, request_id: call.request_id() };
    let (job, replayed) = server.api.submit(&call.caller, submit).await?;
    let location = HeaderValue::try_from(format!("/v1/jobs/{}", job.id))
        .map_err(|_| broken("the job was made; its address could not be written"))?;
    let status = if replayed { StatusCode::OK } else { StatusCode::CREATED };
    let mut response = json(status, &job)?;
    if replayed {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    } else {
        response.headers_mut().insert(LOCATION, location);
    }
    Ok(response)
}

/// `GET /v1/jobs/{id}`.
pub async fn get(
    State(server): State<Server>,
    id: Result<Path<String>, PathRejection>,
    request: Request,
) -> Answer {
    let call = server.begin(request, Scope::Read).await?;
    ok(&server.api.job(&call.caller, &segment(id)?).await?)
}

/// `GET /v1/jobs/by-key/{key}`; a slash in the key may stand as it is or as `%2F`.
pub async fn by_key(
    State(server): State<Server>,
    key: Result<Path<String>, PathRejection>,
    request: Request,
) -> Answer {
    let call = server.begin(request, Scope::Read).await?;
    let query: OfTenant = call.query()?;
    ok(&server.api.job_by_key(&call.caller, query.tenant.as_deref(), &segment(key)?).await?)
}

/// `GET /v1/jobs`.
pub async fn list(State(server): State<Server>, request: Request) -> Answer {
    let call = server.begin(request, Scope::Read).await?;
    let query: JobQuery = call.query()?;
    ok(&server.api.jobs(&call.caller, query).await?)
}

/// `POST /v1/jobs/{id}/cancel`. It takes no body; what is sent is not read.
pub async fn cancel(
    State(server): State<Server>,
    id: Result<Path<String>, PathRejection>,
    request: Request,
) -> Answer {
    let mut call = server.begin(request, Scope::Submit).await?;
    call.discard().await;
    ok(&server.api.cancel(&call.caller, &segment(id)?).await?)
}
