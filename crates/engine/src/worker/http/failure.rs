//! What it means for the job when no answer came.

use std::error::Error;
use std::io;
use std::time::Duration;

use url::Url;

use super::address::AddressRefused;
use super::resolver::Unresolved;
use crate::worker::handler::Outcome;

/// The outcome of an exchange that broke. Messages name the configured host only: what varies from one attempt to the next, such
/// as a local port, would put each job into a dead-letter group of its own.
pub(super) fn outcome(error: &reqwest::Error, url: &Url, timeout: Duration) -> Outcome {
    let place = place(url);
    let (class, message, retryable) = if let Some(refused) = find::<AddressRefused>(error) {
        ("http_refused_address", format!("{place}: {refused}"), false)
    } else if find::<Unresolved>(error).is_some() {
        ("http_dns", format!("the name of {place} could not be resolved"), true)
    } else if error.is_timeout() {
        ("http_timeout", format!("no answer from {place} within {}", shown(timeout)), true)
    } else if find::<rustls::Error>(error).is_some() {
        ("http_tls", format!("no secure connection to {place} could be agreed on"), true)
    } else if error.is_connect() {
        ("http_connect", connect_message(error, &place), true)
    } else if error.is_builder() {
        ("http_request", format!("the request to {place} could not be written"), false)
    } else {
        ("http_broken", format!("the connection to {place} broke before an answer came"), true)
    };
    Outcome::Failed { class: class.to_owned(), message, retryable, retry_after: None }
}

fn connect_message(error: &reqwest::Error, place: &str) -> String {
    match find::<io::Error>(error).map(io::Error::kind) {
        Some(io::ErrorKind::ConnectionRefused) => format!("{place} refused the connection"),
        _ => format!("no connection to {place} could be made"),
    }
}

fn place(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

fn shown(timeout: Duration) -> String {
    if timeout.subsec_nanos() == 0 {
        format!("{} s", timeout.as_secs())
    } else {
        format!("{} ms", timeout.as_millis())
    }
}

/// Looks for an error among the causes, also within an [`io::Error`], which hides what it wraps.
fn find<E: Error + 'static>(error: &reqwest::Error) -> Option<&E> {
    let mut cause = error.source();
    while let Some(here) = cause {
        if let Some(found) = here.downcast_ref::<E>() {
            return Some(found);
        }
        cause = match here.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
            Some(inner) => Some(inner),
            None => here.source(),
        };
    }
    None
}
