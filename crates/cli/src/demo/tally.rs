//! What the demo says: each kind of event once, in words, when it first happens, and the counts at a calm pace.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Counts what happened.
#[derive(Default)]
pub struct Tally(Mutex<BTreeMap<Event, u64>>);

/// What can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// The API made a job.
    Created,
    /// The API answered a repeated request with the job it had made.
    Replayed,
    /// The API refused a used key with another body.
    Mismatched,
    /// The API refused units over the limit.
    OverLimit,
    /// The API was not there, or answered with a failure of its own.
    Unanswered,
    /// The API refused for another reason.
    Refused,
    /// The receiver took a delivery.
    Delivered,
    /// The receiver had taken the delivery before and did nothing.
    DeliveredAgain,
    /// The receiver answered with an error.
    Failed,
    /// The receiver asked to be left alone for a while.
    Busy,
    /// The receiver did not answer in time.
    Held,
}

impl Event {
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Created => ("created", "a webhook became a job"),
            Self::Replayed => (
                "replayed",
                "a webhook came again with the same Idempotency-Key: the job it had made was the answer",
            ),
            Self::Mismatched => (
                "mismatched",
                "a used key came with another body: refused with 422, nothing changed",
            ),
            Self::OverLimit => {
                ("over limit", "a tenant's limit is reached: refused with 429, no job, no entry")
            }
            Self::Unanswered => {
                ("unanswered", "the API did not answer; the client sends the same key again")
            }
            Self::Refused => ("refused", "the API refused a webhook"),
            Self::Delivered => ("delivered", "a worker delivered a payload"),
            Self::DeliveredAgain => (
                "seen before",
                "a payload was delivered again and its effect key told so: no second effect",
            ),
            Self::Failed => ("failed", "an endpoint answered with an error"),
            Self::Busy => ("busy", "an endpoint answered 429 with Retry-After"),
            Self::Held => ("timed out", "an endpoint did not answer in time"),
        }
    }
}

impl Tally {
    /// Counts one event; `detail` says which, when it is the first of its kind.
    pub fn count(&self, event: Event, detail: &str) {
        let first = {
            let mut counts = self.counts();
            let count = counts.entry(event).or_default();
            *count += 1;
            *count == 1
        };
        if first {
            self.say(&format!("{} ({detail})", event.words().1));
        }
    }

    /// Prints one line.
    pub fn say(&self, line: &str) {
        println!("demo: {line}");
    }

    /// Prints the counts again and again.
    pub async fn say_forever(&self, pause: Duration) {
        loop {
            tokio::time::sleep(pause).await;
            let mut line = String::new();
            for (event, count) in self.counts().iter() {
                let comma = if line.is_empty() { "" } else { ", " };
                if write!(line, "{comma}{} {count}", event.words().0).is_err() {
                    return;
                }
            }
            if !line.is_empty() {
                self.say(&line);
            }
        }
    }

    fn counts(&self) -> MutexGuard<'_, BTreeMap<Event, u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
