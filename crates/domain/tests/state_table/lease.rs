//! Who may end an attempt: the holder of the current, unexpired lease; and what a call that comes again is answered.

use onceover_domain::job::{
    Command, Decision, Facts, Failure, Job, Rejection, RetryPolicy, State, decide,
};
use onceover_domain::time::Time;
use onceover_domain::units::Units;

use crate::sample::{
    LEFT, NOW, changed, complete, decided, ended_by, facts, fail, heartbeat, job, release, shown,
    stranger, token,
};

type Say = fn(onceover_domain::id::LeaseToken) -> Command;

const SAYS: [(&str, Say); 5] = [
    ("heartbeat", heartbeat),
    ("complete", |token| complete(token, None)),
    ("fail", |token| fail(token, true)),
    ("fail for good", |token| fail(token, false)),
    ("release", release),
];

fn at(now: Time, job: &Job, command: &Command) -> Result<Decision, Rejection> {
    let retry = RetryPolicy::default();
    decide(job, command, &Facts { now, ..facts(&retry) })
}

#[test]
fn a_worker_without_the_current_lease_changes_nothing() {
    for (name, say) in SAYS {
        for state in State::ALL {
            assert_eq!(
                decided(&job(state), &say(stranger())),
                Err(Rejection::LeaseLost),
                "{name} of a {state} job"
            );
        }
    }
}

#[test]
fn a_lease_past_its_end_is_lost_rescued_or_not() {
    let running = job(State::Running);
    let end = NOW.after(LEFT);
    for (name, say) in SAYS {
        let command = say(token());
        assert!(at(Time(end.0 - 1), &running, &command).is_ok(), "{name} just before the end");
        assert_eq!(at(end, &running, &command), Err(Rejection::LeaseLost), "{name} at the end");
        assert_eq!(
            at(Time::LAST, &running, &command),
            Err(Rejection::LeaseLost),
            "{name} long after"
        );
    }
}

#[test]
fn the_rescuer_ends_a_lease_at_its_end_and_not_a_moment_before() {
    let running = job(State::Running);
    let end = NOW.after(LEFT);
    assert_eq!(at(Time(end.0 - 1), &running, &Command::Expire), Err(Rejection::LeaseLost));
    assert_eq!(shown(&at(end, &running, &Command::Expire)), "failed f3 g2 r1 [lost]");
}

#[test]
fn a_heartbeat_moves_the_end_of_the_lease_and_nothing_else() {
    let retry = RetryPolicy::default();
    let later = Time(NOW.0 + 10_000_000);
    let before = job(State::Running);
    let after = changed(&before, &heartbeat(token()), &Facts { now: later, ..facts(&retry) }).job;
    let mut expected = before.clone();
    expected.version += 1;
    expected.lease.as_mut().unwrap().expires_at = later.after(LEFT);
    assert_eq!(after, expected);
}

#[test]
fn a_heartbeat_tells_the_worker_of_a_wished_cancel() {
    let retry = RetryPolicy::default();
    let flagged = changed(&job(State::Running), &Command::Cancel, &facts(&retry)).job;
    let beaten = changed(&flagged, &heartbeat(token()), &facts(&retry)).job;
    assert!(beaten.cancel_requested);
}

/// What the attempt ended with first, what comes with its token afterwards, and the answer.
#[test]
fn the_call_that_ended_an_attempt_may_be_repeated_and_nothing_else_with_its_token() {
    let other_result = Command::Complete { token: token(), result: Some("{}".into()), units: None };
    let other_failure = Command::Fail {
        token: token(),
        failure: Failure::new("x", "y", None),
        retryable: true,
        retry_after: None,
    };
    let delayed = Command::Release { token: token(), delay: Some(LEFT) };
    let table: Vec<(Command, Command, &str)> = vec![
        (complete(token(), None), complete(token(), None), "repeat"),
        (complete(token(), Some(40)), complete(token(), Some(40)), "repeat"),
        (complete(token(), Some(40)), complete(token(), Some(60)), "!already_confirmed"),
        (complete(token(), Some(40)), complete(token(), None), "!already_confirmed"),
        (complete(token(), None), complete(token(), Some(60)), "!already_confirmed"),
        (complete(token(), None), other_result, "!lease_lost"),
        (complete(token(), None), fail(token(), true), "!lease_lost"),
        (complete(token(), None), release(token()), "!lease_lost"),
        (complete(token(), None), heartbeat(token()), "!lease_lost"),
        (fail(token(), true), fail(token(), true), "repeat"),
        (fail(token(), true), fail(token(), false), "!lease_lost"),
        (fail(token(), true), other_failure, "!lease_lost"),
        (fail(token(), true), complete(token(), None), "!lease_lost"),
        (release(token()), release(token()), "repeat"),
        (release(token()), delayed, "!lease_lost"),
        (release(token()), complete(token(), None), "!lease_lost"),
    ];
    let retry = RetryPolicy::default();
    for (first, second, expected) in table {
        let ended = ended_by(&first);
        // Whatever became of the job meanwhile, and also when another worker runs it under its own token.
        for state in State::ALL {
            let mut now = job(state);
            if let Some(lease) = &mut now.lease {
                lease.token = stranger();
            }
            let decision = decide(&now, &second, &Facts { ended: Some(&ended), ..facts(&retry) });
            assert_eq!(shown(&decision), expected, "{first:?} then {second:?} on a {state} job");
        }
    }
}

#[test]
fn the_refusal_of_other_units_names_the_units_that_were_confirmed() {
    let retry = RetryPolicy::default();
    let done = job(State::Succeeded);
    for (first, confirmed) in [(Some(40), 40), (None, 100)] {
        let ended = ended_by(&complete(token(), first));
        let decision = decide(
            &done,
            &complete(token(), Some(60)),
            &Facts { ended: Some(&ended), ..facts(&retry) },
        );
        assert_eq!(decision, Err(Rejection::AlreadyConfirmed { units: Units(confirmed) }));
    }
}

#[test]
fn a_worker_whose_attempt_was_rescued_is_told_so_whatever_it_says() {
    let retry = RetryPolicy::default();
    let end = NOW.after(LEFT);
    let rescued =
        changed(&job(State::Running), &Command::Expire, &Facts { now: end, ..facts(&retry) });
    for (name, say) in SAYS {
        let facts = Facts { now: end, ended: rescued.ended.as_ref(), ..facts(&retry) };
        assert_eq!(
            decide(&rescued.job, &say(token()), &facts),
            Err(Rejection::LeaseLost),
            "{name}"
        );
    }
}
