//! What an answer's status and its `Retry-After` mean for the job.

use std::time::{Duration, SystemTime};

use reqwest::StatusCode;
use reqwest::header::{DATE, HeaderMap, HeaderValue, RETRY_AFTER};

use crate::worker::handler::Outcome;

/// The longest wait a receiver may ask for: more is a mistake of its, and the job must not be lost sight of by it.
const RETRY_AFTER_MOST: Duration = Duration::from_secs(24 * 60 * 60);

/// The outcome of an exchange in which the receiver answered.
pub(super) fn outcome(status: StatusCode, headers: &HeaderMap) -> Outcome {
    if status.is_success() {
        return Outcome::Succeeded {
            result: Some(format!("{{\"status\":{}}}", status.as_u16())),
            units: None,
        };
    }
    let retryable = matches!(status.as_u16(), 408 | 409 | 425 | 429 | 500..=599);
    let reason = status.canonical_reason().map(|reason| format!(" {reason}")).unwrap_or_default();
    let more = if status.is_redirection() { "; redirects are not followed" } else { "" };
    Outcome::Failed {
        class: format!("http_{}", status.as_u16()),
        message: format!("the receiver answered {}{reason}{more}", status.as_u16()),
        retryable,
        retry_after: if retryable { retry_after(headers) } else { None },
    }
}

/// Reads `Retry-After`, seconds or a date, as at most [`RETRY_AFTER_MOST`]; what is neither is not heeded.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let asked = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if !asked.is_empty() && asked.bytes().all(|byte| byte.is_ascii_digit()) {
        let seconds = Duration::from_secs(asked.parse().unwrap_or(u64::MAX));
        return Some(seconds.min(RETRY_AFTER_MOST));
    }
    let until = httpdate::parse_http_date(asked).ok()?;
    Some(until.duration_since(sent_at(headers)).unwrap_or_default().min(RETRY_AFTER_MOST))
}

/// The receiver's own clock, so that only the difference of two of its times counts.
fn sent_at(headers: &HeaderMap) -> SystemTime {
    let sent = headers.get(DATE).and_then(|value: &HeaderValue| value.to_str().ok());
    match sent.map(httpdate::parse_http_date) {
        Some(Ok(date)) => date,
        _ => here(),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a receiver that sends a date to wait for, but not its own, leaves no other clock"
)]
fn here() -> SystemTime {
    SystemTime::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENT: &str = "Thu, 12 Nov 2026 14:20:30 GMT";

    fn headers(retry_after: &str, date: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, retry_after.parse().unwrap());
        if let Some(date) = date {
            headers.insert(DATE, date.parse().unwrap());
        }
        headers
    }

    #[test]
    fn each_status_succeeds_is_tried_again_or_is_final() {
        let retried = [408, 409, 425, 429];
        for code in 200..=599 {
            let outcome = outcome(StatusCode::from_u16(code).unwrap(), &headers("7", None));
            match outcome {
                Outcome::Succeeded { result, units } => {
                    assert!(code < 300, "{code}");
                    assert_eq!((result, units), (Some(format!("{{\"status\":{code}}}")), None));
                }
                Outcome::Failed { class, message, retryable, retry_after } => {
                    assert_eq!(retryable, code >= 500 || retried.contains(&code), "{code}");
                    assert_eq!(retry_after, retryable.then_some(Duration::from_secs(7)), "{code}");
                    assert_eq!(class, format!("http_{code}"));
                    assert!(code >= 300 && message.lines().count() == 1, "{code}");
                }
            }
        }
    }

    #[test]
    fn messages_are_the_same_for_the_same_status() {
        let message = |code| match outcome(StatusCode::from_u16(code).unwrap(), &HeaderMap::new()) {
            Outcome::Failed { message, .. } => message,
            Outcome::Succeeded { .. } => String::new(),
        };
        assert_eq!(message(503), "the receiver answered 503 Service Unavailable");
        assert_eq!(message(599), "the receiver answered 599");
        assert_eq!(message(302), "the receiver answered 302 Found; redirects are not followed");
    }

    #[test]
    fn retry_after_is_read_as_seconds_or_as_a_date_by_the_receivers_clock_and_is_a_day_at_most() {
        let seconds =
            |text: &str, date| retry_after(&headers(text, date)).map(|duration| duration.as_secs());
        for (text, expected) in [
            ("0", Some(0)),
            ("120", Some(120)),
            (" 5 ", Some(5)),
            ("86399", Some(86_399)),
            ("86401", Some(86_400)),
            ("1000000000000000000000000000000", Some(86_400)),
            ("Fri, 31 Dec 9999 23:59:59 GMT", Some(86_400)),
            ("Thu, 12 Nov 2026 14:22:30 GMT", Some(120)),
            ("Thursday, 12-Nov-26 14:22:30 GMT", Some(120)),
            ("Thu Nov 12 14:22:30 2026", Some(120)),
            ("Thu, 12 Nov 2026 14:00:00 GMT", Some(0)),
            ("", None),
            ("-1", None),
            ("1.5", None),
            ("soon", None),
        ] {
            assert_eq!(seconds(text, Some(SENT)), expected, "{text:?}");
        }
        assert_eq!(seconds("Fri, 01 Jan 1999 00:00:00 GMT", None), Some(0));
        assert_eq!(seconds("Fri, 31 Dec 9999 23:59:59 GMT", None), Some(86_400));
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }
}
