//! Jobs and commands to decide on, and decisions written as one short text, so that a table of them can be read.

use std::collections::BTreeMap;
use std::time::Duration;

use onceover_domain::id::{JobId, Kind, LeaseToken, Meter, Queue, TenantId};
use onceover_domain::job::{
    Attempt, Change, Command, Decision, Facts, Failure, Hold, Job, Lease, Posting, Rejection,
    RetryPolicy, State, decide,
};
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use uuid::Uuid;

/// The moment of every decision unless a test says otherwise.
pub const NOW: Time = Time(1_000_000_000_000);
/// The lease of a running sample runs this much longer.
pub const LEFT: Duration = Duration::from_secs(30);
/// Units of a sample.
pub const UNITS: Units = Units(100);

/// The token of the current lease.
pub const fn token() -> LeaseToken {
    LeaseToken(Uuid::from_u128(7))
}

/// A token that belongs to nothing.
pub const fn stranger() -> LeaseToken {
    LeaseToken(Uuid::from_u128(8))
}

/// A job with a past: third attempt, two failures of five, second generation; it holds its 100 units until it is final.
pub fn job(state: State) -> Job {
    let before = NOW.before(Duration::from_secs(60));
    Job {
        id: JobId(Uuid::from_u128(1)),
        tenant: TenantId::stored("acme".into()),
        kind: Kind::stored("invoice.charge".into()),
        queue: Queue::stored("default".into()),
        state,
        priority: 0,
        run_at: before,
        attempt: 3,
        failures: 2,
        max_attempts: 5,
        generation: 2,
        losses: 0,
        releases: 0,
        payload_revision: 1,
        meter: Some(Meter::stored("emails".into())),
        units: Some(UNITS),
        key: Some("order-42".into()),
        labels: BTreeMap::new(),
        created_at: before,
        changed_at: before,
        started_at: Some(before),
        finished_at: state.is_final().then_some(before),
        lease: (state == State::Running).then(|| Lease {
            token: token(),
            worker: "w1".into(),
            started_at: before,
            expires_at: NOW.after(LEFT),
            request: None,
        }),
        cancel_requested: false,
        blocked: false,
        failure: Some(Failure::new("http_503", "no", None)),
        result: None,
        hold: (!state.is_final()).then_some(Hold {
            period_start: Time(0),
            sequence: 9,
            units: UNITS,
            attempt: None,
        }),
        version: 11,
    }
}

/// Facts at [`NOW`], with the default backoff and no jitter.
pub fn facts(retry: &RetryPolicy) -> Facts<'_> {
    Facts { now: NOW, retry, jitter: 0, ended: None, overage: false }
}

/// A claim.
pub fn claim() -> Command {
    Command::Claim {
        token: stranger(),
        worker: "w2".into(),
        lease: LEFT,
        request: Some("r1".into()),
    }
}

/// A heartbeat.
pub const fn heartbeat(token: LeaseToken) -> Command {
    Command::Heartbeat { token, lease: LEFT }
}

/// A complete.
pub fn complete(token: LeaseToken, units: Option<i64>) -> Command {
    Command::Complete { token, result: Some("{\"ok\":true}".into()), units: units.map(Units) }
}

/// A fail.
pub fn fail(token: LeaseToken, retryable: bool) -> Command {
    Command::Fail {
        token,
        failure: Failure::new("http_500", "boom", None),
        retryable,
        retry_after: None,
    }
}

/// A release.
pub const fn release(token: LeaseToken) -> Command {
    Command::Release { token, delay: None }
}

/// Every command, once, each as a worker or person would send it.
pub fn commands() -> Vec<(&'static str, Command)> {
    vec![
        ("claim", claim()),
        ("heartbeat", heartbeat(token())),
        ("complete", complete(token(), None)),
        ("complete 40", complete(token(), Some(40))),
        ("complete 101", complete(token(), Some(101))),
        ("complete -1", complete(token(), Some(-1))),
        ("fail", fail(token(), true)),
        ("fail for good", fail(token(), false)),
        ("release", release(token())),
        ("expire", Command::Expire),
        ("cancel", Command::Cancel),
        ("requeue", Command::Requeue),
        ("edit and requeue", Command::EditAndRequeue),
        ("release hold", Command::ReleaseHold),
        ("discard", Command::Discard { charge: false }),
        ("discard and charge", Command::Discard { charge: true }),
        ("mark succeeded", Command::MarkSucceeded { units: None }),
        ("mark succeeded 40", Command::MarkSucceeded { units: Some(Units(40)) }),
    ]
}

/// Decides with the default facts.
pub fn decided(job: &Job, command: &Command) -> Result<Decision, Rejection> {
    decide(job, command, &facts(&RetryPolicy::default()))
}

/// The change a command makes, which it must make.
pub fn changed(job: &Job, command: &Command, facts: &Facts<'_>) -> Change {
    match decide(job, command, facts) {
        Ok(Decision::Change(change)) => *change,
        other => panic!("{command:?} changes nothing: {other:?}"),
    }
}

/// The attempt a command ended, as it is found when its token comes again.
pub fn ended_by(command: &Command) -> Attempt {
    changed(&job(State::Running), command, &facts(&RetryPolicy::default()))
        .ended
        .expect("an attempt ends")
}

/// A decision as one text: `state fFAILURES gGENERATION rREVISION POSTINGS`, `repeat`, or `!code`.
pub fn shown(decision: &Result<Decision, Rejection>) -> String {
    match decision {
        Err(rejection) => format!("!{}", rejection.code()),
        Ok(Decision::Repeat) => "repeat".into(),
        Ok(Decision::Change(change)) => {
            let Change { job, ended, postings } = &**change;
            let flag = if job.cancel_requested { " flagged" } else { "" };
            let ended = ended
                .as_ref()
                .map_or(String::new(), |attempt| format!(" [{}]", attempt.outcome.as_str()));
            let postings: String = postings.iter().map(posting).collect();
            format!(
                "{} f{} g{} r{}{flag}{ended}{postings}",
                job.state, job.failures, job.generation, job.payload_revision
            )
        }
    }
}

fn posting(posting: &Posting) -> String {
    match posting {
        Posting::Reserve { units, attempt: None } => format!(" reserve {units}"),
        Posting::Reserve { units, attempt: Some(attempt) } => {
            format!(" reserve {units} by {attempt}")
        }
        Posting::Confirm { units: None } => " confirm all".into(),
        Posting::Confirm { units: Some(units) } => format!(" confirm {units}"),
        Posting::Cancel => " cancel".into(),
    }
}
