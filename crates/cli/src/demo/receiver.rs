//! The endpoints: a local HTTP server that takes deliveries, fails as its table says, and never acts twice on one effect key.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::RETRY_AFTER;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::endpoint::{self, Answer, Endpoint, TIMEOUT_SECONDS};
use super::tally::{Event, Tally};

/// Payloads of more than this are not the demo's.
const BODY_BYTES: usize = 1024 * 1024;

struct Receiver {
    seed: u64,
    tally: Arc<Tally>,
    endpoints: Mutex<HashMap<&'static str, Seen>>,
}

/// What one endpoint remembers.
#[derive(Default)]
struct Seen {
    requests: u64,
    /// Effect keys, by order of arrival, and whether their effect has happened.
    deliveries: HashMap<String, (u64, bool)>,
}

/// Serves until it is dropped.
///
/// # Errors
/// The listener broke.
pub async fn serve(listener: TcpListener, seed: u64, tally: Arc<Tally>) -> anyhow::Result<()> {
    let receiver = Arc::new(Receiver { seed: seed % 1_000, tally, endpoints: Mutex::default() });
    let mut connections = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await.context("the demo's receiver broke")?;
        let receiver = Arc::clone(&receiver);
        let service = service_fn(move |request| {
            let receiver = Arc::clone(&receiver);
            async move { Ok::<_, Infallible>(receiver.receive(request).await) }
        });
        connections.spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
        while connections.try_join_next().is_some() {}
    }
}

fn empty(status: StatusCode) -> Response<Empty<Bytes>> {
    let mut response = Response::new(Empty::new());
    *response.status_mut() = status;
    response
}

impl Receiver {
    async fn receive(&self, request: Request<Incoming>) -> Response<Empty<Bytes>> {
        let (head, body) = request.into_parts();
        let event = head.uri.path().strip_prefix("/hooks/").unwrap_or_default();
        let Some(endpoint) = endpoint::of(event).filter(|_| head.method == Method::POST) else {
            return empty(StatusCode::NOT_FOUND);
        };
        if Limited::new(body, BODY_BYTES).collect().await.is_err() {
            return empty(StatusCode::PAYLOAD_TOO_LARGE);
        }
        let header = |name: &str| {
            head.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
        };
        let (effect_key, attempt) = (header("idempotency-key"), header("onceover-attempt"));
        let Ok(attempt) = attempt.parse::<u32>() else { return empty(StatusCode::BAD_REQUEST) };
        let (answer, event) = self.decide(endpoint, effect_key, attempt);
        self.tally.count(event, &format!("{}, attempt {attempt}", endpoint.event));
        match answer {
            None => empty(StatusCode::OK),
            Some(Answer::Status(code)) => {
                empty(StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR))
            }
            Some(Answer::Busy(seconds)) => {
                let mut response = empty(StatusCode::TOO_MANY_REQUESTS);
                response.headers_mut().insert(RETRY_AFTER, seconds.into());
                response
            }
            Some(Answer::Held) => {
                tokio::time::sleep(Duration::from_secs(TIMEOUT_SECONDS + 2)).await;
                empty(StatusCode::GATEWAY_TIMEOUT)
            }
        }
    }

    fn decide(
        &self,
        endpoint: &'static Endpoint,
        effect_key: &str,
        attempt: u32,
    ) -> (Option<Answer>, Event) {
        let mut endpoints = self.endpoints.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = endpoints.entry(endpoint.event).or_default();
        seen.requests += 1;
        let next = seen.deliveries.len() as u64 + 1 + self.seed;
        let (arrival, done) = seen.deliveries.entry(effect_key.to_owned()).or_insert((next, false));
        if *done {
            return (None, Event::DeliveredAgain);
        }
        let answer = endpoint.trouble.meets(*arrival, attempt, seen.requests);
        let event = match answer {
            None => Event::Delivered,
            Some(Answer::Status(_)) => Event::Failed,
            Some(Answer::Busy(_)) => Event::Busy,
            Some(Answer::Held) => Event::Held,
        };
        *done = answer.is_none();
        (answer, event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn receiver(seed: u64) -> Receiver {
        Receiver { seed, tally: Arc::default(), endpoints: Mutex::default() }
    }

    #[test]
    fn one_seed_and_one_order_of_arrival_give_the_same_failures() {
        let endpoint = endpoint::of("pull_request").unwrap();
        let failures = |seed| {
            let receiver = receiver(seed);
            (0..40)
                .map(move |n| receiver.decide(endpoint, &format!("key-{n}"), 1).0.is_some())
                .collect::<Vec<_>>()
        };
        assert_eq!(failures(7), failures(7));
        assert_ne!(failures(7), failures(8));
        assert_eq!(failures(7).iter().filter(|failed| **failed).count(), 8);
    }

    #[test]
    fn a_delivery_that_was_taken_has_no_second_effect() {
        let (receiver, endpoint) = (receiver(0), endpoint::of("push").unwrap());
        assert_eq!(receiver.decide(endpoint, "k", 1).1, Event::Delivered);
        assert_eq!(receiver.decide(endpoint, "k", 2).1, Event::DeliveredAgain);
    }
}
