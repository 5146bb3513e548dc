//! The receiving endpoints and their troubles: one table, read by `prepare` (handlers), the sender (units) and the receiver.
//!
//! Troubles count deliveries, not time, so that a seed and an order of arrival give the same failures again. A trouble that ends
//! a job as a dead letter is mended for that delivery afterwards, so that a requeue of it succeeds; only the closed port stays
//! closed.

/// How long a handler of the demo waits for an answer.
pub const TIMEOUT_SECONDS: u64 = 3;

/// One event of GitHub's and the endpoint it is delivered to.
pub struct Endpoint {
    /// GitHub's name of the event; the job's kind is `github.<event>`.
    pub event: &'static str,
    /// How often it is chosen, against the others.
    pub weight: u32,
    /// What one delivery is counted in.
    pub meter: Meter,
    /// Failures a job may have.
    pub max_attempts: u32,
    /// How it fails.
    pub trouble: Trouble,
}

/// The demo's meters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Meter {
    /// Whole deliveries.
    Deliveries,
    /// Hundredths of a credit, by size.
    Credits,
}

/// How an endpoint fails.
#[derive(Clone, Copy)]
pub enum Trouble {
    /// Not at all.
    None,
    /// Every n-th new delivery meets this answer for its first attempts, and none afterwards.
    Every {
        /// The n.
        nth: u32,
        /// How many attempts fail.
        attempts: u32,
        /// What they meet.
        answer: Answer,
    },
    /// Whoever calls meets this answer while the endpoint is down: the last `down` of each `cycle` requests.
    Outage {
        /// Requests from one outage to the next.
        cycle: u32,
        /// Requests that fail, the last of the cycle.
        down: u32,
        /// What they meet.
        answer: Answer,
    },
    /// Nothing listens where the handler points to.
    Closed,
}

/// A bad answer.
#[derive(Clone, Copy)]
pub enum Answer {
    /// This status.
    Status(u16),
    /// `429` with `Retry-After` in seconds.
    Busy(u64),
    /// Held back until the handler has given up.
    Held,
}

const fn endpoint(
    event: &'static str,
    weight: u32,
    meter: Meter,
    max_attempts: u32,
    trouble: Trouble,
) -> Endpoint {
    Endpoint { event, weight, meter, max_attempts, trouble }
}

const fn every(nth: u32, attempts: u32, answer: Answer) -> Trouble {
    Trouble::Every { nth, attempts, answer }
}

use Answer::{Busy, Held, Status};
use Meter::{Credits, Deliveries};

/// Every endpoint of the demo.
pub const ENDPOINTS: [Endpoint; 17] = [
    // Well, or well again at the next attempt.
    endpoint("push", 12, Deliveries, 3, Trouble::None),
    endpoint("issues", 12, Deliveries, 3, Trouble::None),
    endpoint("team", 8, Deliveries, 3, Trouble::None),
    endpoint("installation", 6, Deliveries, 3, Trouble::None),
    endpoint("branch_protection_rule", 10, Deliveries, 3, Trouble::None),
    endpoint("pull_request", 12, Deliveries, 3, every(5, 1, Status(503))),
    endpoint("issue_comment", 9, Deliveries, 3, every(3, 1, Busy(4))),
    endpoint("workflow_run", 12, Credits, 3, every(6, 1, Held)),
    endpoint("membership", 6, Deliveries, 3, every(4, 1, Status(502))),
    // Dead letters that a requeue mends.
    endpoint("check_run", 6, Credits, 2, every(4, 2, Held)),
    endpoint("deployment", 5, Deliveries, 2, every(2, 1, Status(410))),
    endpoint("code_scanning_alert", 5, Credits, 2, every(3, 2, Status(500))),
    endpoint("repository", 8, Deliveries, 2, every(5, 2, Status(500))),
    endpoint("dependabot_alert", 7, Deliveries, 2, every(3, 1, Status(410))),
    endpoint(
        "release",
        7,
        Deliveries,
        2,
        Trouble::Outage { cycle: 30, down: 12, answer: Status(500) },
    ),
    endpoint(
        "workflow_job",
        8,
        Credits,
        2,
        Trouble::Outage { cycle: 40, down: 10, answer: Status(503) },
    ),
    // A mistake in the settings that no requeue mends.
    endpoint("star", 3, Deliveries, 2, Trouble::Closed),
];

/// The endpoint of an event.
pub fn of(event: &str) -> Option<&'static Endpoint> {
    ENDPOINTS.iter().find(|endpoint| endpoint.event == event)
}

impl Meter {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deliveries => "deliveries",
            Self::Credits => "credits",
        }
    }

    /// Units for a payload of this many bytes: one delivery, or a tenth of a credit for each kilobyte begun.
    pub const fn units(self, bytes: usize) -> usize {
        match self {
            Self::Deliveries => 1,
            Self::Credits => bytes.div_ceil(1024) * 10,
        }
    }
}

impl Trouble {
    /// What this request meets: the `arrival`-th delivery of its endpoint (counted from 1, shifted by the seed), in its
    /// `attempt`-th attempt, as the endpoint's `request`-th request.
    pub fn meets(self, arrival: u64, attempt: u32, request: u64) -> Option<Answer> {
        match self {
            Self::None | Self::Closed => None,
            Self::Every { nth, attempts, answer } => {
                (arrival.is_multiple_of(u64::from(nth)) && attempt <= attempts).then_some(answer)
            }
            Self::Outage { cycle, down, answer } => (request % u64::from(cycle)
                >= u64::from(cycle.saturating_sub(down)))
            .then_some(answer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delivery_that_died_succeeds_when_it_is_requeued() {
        for endpoint in &ENDPOINTS {
            if let Trouble::Every { nth, attempts, .. } = endpoint.trouble {
                let nth = u64::from(nth);
                assert!(attempts <= endpoint.max_attempts, "{}", endpoint.event);
                assert!(endpoint.trouble.meets(nth, attempts, 1).is_some(), "{}", endpoint.event);
                assert!(
                    endpoint.trouble.meets(nth, attempts + 1, 1).is_none(),
                    "{}",
                    endpoint.event
                );
                assert!(endpoint.trouble.meets(nth + 1, 1, 1).is_none(), "{}", endpoint.event);
            }
        }
    }

    #[test]
    fn an_outage_ends_after_its_requests() {
        let outage = Trouble::Outage { cycle: 10, down: 4, answer: Status(500) };
        let down: Vec<u64> =
            (0..20).filter(|request| outage.meets(1, 1, *request).is_some()).collect();
        assert_eq!(down, [6, 7, 8, 9, 16, 17, 18, 19]);
    }

    #[test]
    fn credits_grow_with_the_payload_and_are_never_free() {
        assert_eq!([1, 1024, 1025, 20_000].map(|bytes| Credits.units(bytes)), [10, 10, 20, 200]);
        assert_eq!(Deliveries.units(20_000), 1);
    }
}
