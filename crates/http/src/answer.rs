//! Answers: JSON, or a problem with its status and headers.

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use onceover_api::dto::Problem;
use serde::Serialize;

/// What a handler returns.
pub type Answer = Result<Response, Failure>;

/// A problem on its way to the client.
#[derive(Debug)]
pub struct Failure(pub Problem);

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        problem(&self.0)
    }
}

/// A list as every list is.
#[derive(Serialize)]
pub struct Page<T> {
    /// What is on this page.
    pub items: Vec<T>,
    /// Where the next page begins, if there is one.
    pub next_cursor: Option<String>,
}

/// `value` with this status.
pub fn json<T: Serialize>(status: StatusCode, value: &T) -> Answer {
    let body = serde_json::to_vec(value).map_err(|error| {
        tracing::error!(%error, "an answer could not be written");
        broken("the answer could not be written; repeating the request is safe")
    })?;
    Ok(with_type(status, "application/json", body))
}

/// `200` with a value.
pub fn ok<T: Serialize>(value: &T) -> Answer {
    json(StatusCode::OK, value)
}

/// A failure of this program.
pub fn broken(detail: &str) -> Problem {
    Problem::new(500, "internal", "Something broke", detail)
}

/// The response a problem is sent as.
pub fn problem(problem: &Problem) -> Response {
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = serde_json::to_vec(problem).unwrap_or_else(|error| {
        tracing::error!(%error, "a problem could not be written");
        br#"{"status":500,"code":"internal","title":"Something broke","detail":"the problem could not be written"}"#.to_vec()
    });
    let mut response = with_type(status, "application/problem+json", body);
    let headers = response.headers_mut();
    if let Some(seconds) = problem.retry_after {
        headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    if status == StatusCode::UNAUTHORIZED {
        headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"onceover\""));
    }
    if status == StatusCode::REQUEST_TIMEOUT {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

fn with_type(status: StatusCode, media: &'static str, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media));
    // Answers belong to one caller and are true only for a moment.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
