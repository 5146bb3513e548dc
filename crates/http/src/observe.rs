//! What wraps every request: its id, its line in the log, and a net under panics.

use std::panic::AssertUnwindSafe;

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::FutureExt;
use tokio::time::Instant;
use tracing::Instrument;
use uuid::Uuid;

use crate::answer;

const REQUEST_ID: HeaderName = HeaderName::from_static("request-id");
const LONGEST: usize = 128;

/// `Request-Id` of the request under way.
#[derive(Debug, Clone)]
pub struct RequestId(pub String);

/// Names the request, answers a panic as a problem and logs what was answered. Neither payloads nor query strings are logged:
/// those may hold keys and people's data.
pub async fn observe(mut request: Request, next: Next) -> Response {
    let id = request_id(request.headers());
    request.extensions_mut().insert(RequestId(id.clone()));
    let path = request.extensions().get::<MatchedPath>().map_or("(none)", MatchedPath::as_str);
    let span = tracing::info_span!("request", method = %request.method(), path, request_id = id);
    let began = Instant::now();
    let answered =
        AssertUnwindSafe(next.run(request)).catch_unwind().instrument(span.clone()).await;
    let mut response = answered.unwrap_or_else(|_| {
        span.in_scope(|| tracing::error!("a request panicked"));
        answer::problem(&answer::broken(
            "the request hit a defect of this program; the log of the server says more. Repeating it is safe",
        ))
    });
    let status = response.status();
    let milliseconds = began.elapsed().as_secs_f64() * 1_000.0;
    span.in_scope(|| {
        if status.is_server_error() {
            tracing::warn!(status = status.as_u16(), milliseconds, "answered");
        } else {
            tracing::info!(status = status.as_u16(), milliseconds, "answered");
        }
    });
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// The caller's id if it sent exactly one that is short and printable, else a new one.
fn request_id(headers: &HeaderMap) -> String {
    let mut sent = headers.get_all(REQUEST_ID).iter();
    let first = sent.next().filter(|_| sent.next().is_none()).and_then(|id| id.to_str().ok());
    let valid = first.filter(|id| {
        (1..=LONGEST).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic())
    });
    valid.map_or_else(|| Uuid::now_v7().to_string(), str::to_owned)
}
