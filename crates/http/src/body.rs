//! Bodies: of the right kind, not too large, not too slow.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, EXPECT};
use http_body_util::BodyExt;
use onceover_api::dto::Problem;

use crate::Limits;

/// What is still read of a body that was refused, so that a client that is sending gets to see the answer.
const DRAIN_BYTES: usize = 16 * 1024 * 1024;
const DRAIN_TIME: Duration = Duration::from_secs(1);

/// Reads a whole JSON body.
///
/// # Errors
/// `415` before anything is read, `413`, `408`, and `400` for a body that breaks off.
pub async fn read(headers: &HeaderMap, body: Body, limits: &Limits) -> Result<Bytes, Problem> {
    let refused = match media_refused(headers) {
        Some(problem) => Some(problem),
        None => (declared(headers) > limits.body_bytes).then(|| too_large(limits)),
    };
    if let Some(problem) = refused {
        discard(headers, body).await;
        return Err(problem);
    }
    tokio::time::timeout(limits.body_time, collect(body, limits)).await.unwrap_or_else(|_| {
        let detail = format!(
            "the body did not arrive within {} seconds; nothing was changed, repeat the request",
            limits.body_time.as_secs()
        );
        Err(Problem::new(408, "request_timeout", "The request took too long", detail))
    })
}

/// Reads on for a moment: a connection that is closed while its client still sends loses the answer.
pub async fn discard(headers: &HeaderMap, mut body: Body) {
    // This client asked before sending; the answer is that it need not.
    if headers.contains_key(EXPECT) {
        return;
    }
    let rest = async {
        let mut seen = 0_usize;
        while let Some(Ok(frame)) = body.frame().await {
            seen += frame.data_ref().map_or(0, Bytes::len);
            if seen > DRAIN_BYTES {
                return;
            }
        }
    };
    if tokio::time::timeout(DRAIN_TIME, rest).await.is_err() {
        tracing::debug!("a refused body was still being sent");
    }
}

async fn collect(mut body: Body, limits: &Limits) -> Result<Bytes, Problem> {
    let mut collected = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| {
            tracing::debug!(%error, "a body broke off");
            invalid("the body broke off or is not framed as HTTP asks for; send the request again")
        })?;
        let Ok(data) = frame.into_data() else { continue };
        if collected.len() + data.len() > limits.body_bytes {
            discard(&HeaderMap::new(), body).await;
            return Err(too_large(limits));
        }
        collected.extend_from_slice(&data);
    }
    Ok(Bytes::from(collected))
}

/// Length that the client announced; 0 if it did not.
fn declared(headers: &HeaderMap) -> usize {
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    length.map_or(0, |length| length.parse().unwrap_or(usize::MAX))
}

fn media_refused(headers: &HeaderMap) -> Option<Problem> {
    let media = headers.get(CONTENT_TYPE).and_then(|media| media.to_str().ok()).unwrap_or_default();
    let essence = media.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        let detail = "send the body as `Content-Type: application/json`";
        return Some(unsupported("media_type_unsupported", detail));
    }
    let plain = |encoding: &axum::http::HeaderValue| {
        encoding.to_str().is_ok_and(|encoding| encoding.trim().eq_ignore_ascii_case("identity"))
    };
    if headers.get_all(CONTENT_ENCODING).iter().all(plain) {
        None
    } else {
        let detail = "send the body as it is: compressed bodies (`Content-Encoding`) are not taken";
        Some(unsupported("encoding_unsupported", detail))
    }
}

fn unsupported(code: &str, detail: &str) -> Problem {
    Problem::new(415, code, "The body is not of a kind that is taken", detail)
}

fn too_large(limits: &Limits) -> Problem {
    let detail = format!(
        "the body is larger than {} bytes; a payload may have 1 MiB, keep large data elsewhere and send where it is",
        limits.body_bytes
    );
    Problem::new(413, "payload_too_large", "The body is too large", detail)
}

/// A request that cannot be read.
pub fn invalid(detail: &str) -> Problem {
    Problem::new(400, "request_invalid", "The request is not valid", detail)
}
