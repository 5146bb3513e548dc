//! Rows of the table that depend on more than the state: the last failure, a wished cancel, holds that are gone or not there.

use onceover_domain::job::{
    Command, Facts, Hold, Job, Posting, RELEASES_LIMIT, RetryPolicy, State,
};
use onceover_domain::time::Time;
use onceover_domain::units::Units;

use crate::sample::{
    LEFT, NOW, UNITS, changed, claim, complete, decided, facts, fail, job, release, shown, token,
};

const HELD_BY_THIS_CLAIM: Hold =
    Hold { period_start: Time(0), sequence: 9, units: UNITS, attempt: Some(3) };
const HELD_BY_AN_EARLIER_CLAIM: Hold =
    Hold { period_start: Time(0), sequence: 9, units: UNITS, attempt: Some(2) };

fn running() -> Job {
    job(State::Running)
}

fn cancelling() -> Job {
    Job { cancel_requested: true, ..running() }
}

fn free(state: State) -> Job {
    Job { meter: None, units: None, hold: None, ..job(state) }
}

fn released(state: State) -> Job {
    Job { hold: None, ..job(state) }
}

#[test]
fn what_depends_on_more_than_the_state_is_decided_as_the_specification_says() {
    let last = Job { failures: 4, ..running() };
    let only = Job { failures: 0, max_attempts: 1, ..running() };
    let tired = Job { releases: RELEASES_LIMIT - 1, ..running() };
    let early = Job { run_at: Time(NOW.0 + 1), ..job(State::Queued) };
    let by_this = Job { hold: Some(HELD_BY_THIS_CLAIM), ..running() };
    let by_earlier = Job { hold: Some(HELD_BY_AN_EARLIER_CLAIM), ..running() };
    let dead = State::DeadLetter;
    let mark = |units: Option<i64>| Command::MarkSucceeded { units: units.map(Units) };
    let table: Vec<(&str, Job, Command, &str)> = vec![
        // Failures left or not.
        ("the last failure", last.clone(), fail(token(), true), "dead_letter f5 g2 r1 [failed]"),
        ("the only attempt", only, fail(token(), true), "dead_letter f1 g2 r1 [failed]"),
        // A wished cancel.
        (
            "complete after a cancel",
            cancelling(),
            complete(token(), None),
            "succeeded f2 g2 r1 flagged [succeeded] confirm all",
        ),
        (
            "fail after a cancel",
            cancelling(),
            fail(token(), true),
            "cancelled f3 g2 r1 flagged [failed] cancel",
        ),
        (
            "fail for good after a cancel",
            cancelling(),
            fail(token(), false),
            "cancelled f3 g2 r1 flagged [failed] cancel",
        ),
        (
            "release after a cancel",
            cancelling(),
            release(token()),
            "cancelled f2 g2 r1 flagged [released] cancel",
        ),
        ("a second cancel", cancelling(), Command::Cancel, "repeat"),
        // Releases.
        ("the 100th release in a row", tired, release(token()), "dead_letter f2 g2 r1 [released]"),
        (
            "release of a hold made by this claim",
            by_this,
            release(token()),
            "queued f2 g2 r1 [released] cancel",
        ),
        ("release of an older hold", by_earlier, release(token()), "queued f2 g2 r1 [released]"),
        // Claims.
        ("claim before it is due", early, claim(), "!not_due"),
        (
            "claim without a hold",
            released(State::Queued),
            claim(),
            "running f2 g2 r1 reserve 100 by 4",
        ),
        (
            "claim of a failed one without a hold",
            released(State::Failed),
            claim(),
            "running f2 g2 r1 reserve 100 by 4",
        ),
        ("claim without a meter", free(State::Queued), claim(), "running f2 g2 r1"),
        // Without a meter.
        (
            "complete without a meter",
            free(State::Running),
            complete(token(), None),
            "succeeded f2 g2 r1 [succeeded]",
        ),
        ("units without a meter", free(State::Running), complete(token(), Some(1)), "!no_meter"),
        ("cancel without a meter", free(State::Queued), Command::Cancel, "cancelled f2 g2 r1"),
        ("requeue without a meter", free(dead), Command::Requeue, "queued f0 g3 r1"),
        ("release hold without a meter", free(dead), Command::ReleaseHold, "!no_hold"),
        (
            "discard without a meter",
            free(dead),
            Command::Discard { charge: false },
            "cancelled f2 g2 r1",
        ),
        ("charge without a meter", free(dead), Command::Discard { charge: true }, "!no_hold"),
        ("mark succeeded without a meter", free(dead), mark(None), "succeeded f2 g2 r1"),
        ("mark succeeded, units without a meter", free(dead), mark(Some(1)), "!no_meter"),
        // The hold was released in review.
        ("requeue reserves anew", released(dead), Command::Requeue, "queued f0 g3 r1 reserve 100"),
        (
            "edit reserves anew",
            released(dead),
            Command::EditAndRequeue,
            "queued f0 g3 r2 reserve 100",
        ),
        ("a hold is released once", released(dead), Command::ReleaseHold, "!no_hold"),
        (
            "discard of a released hold",
            released(dead),
            Command::Discard { charge: false },
            "cancelled f2 g2 r1",
        ),
        (
            "charge of a released hold",
            released(dead),
            Command::Discard { charge: true },
            "!no_hold",
        ),
        (
            "mark succeeded reserves anew",
            released(dead),
            mark(None),
            "succeeded f2 g2 r1 reserve 100 confirm all",
        ),
        (
            "mark succeeded reserves what it charges",
            released(dead),
            mark(Some(40)),
            "succeeded f2 g2 r1 reserve 40 confirm 40",
        ),
        ("mark succeeded with less than nothing", job(dead), mark(Some(-1)), "!units_invalid"),
        (
            "mark succeeded with less than nothing, anew",
            released(dead),
            mark(Some(-1)),
            "!units_invalid",
        ),
        (
            "mark succeeded with more than is held",
            job(dead),
            mark(Some(101)),
            "!exceeds_reservation",
        ),
    ];
    let mut wrong = vec![];
    for (name, job, command, expected) in table {
        let found = shown(&decided(&job, &command));
        if found != expected {
            wrong.push(format!("{name}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_whole_units_from_zero_to_what_is_reserved_are_confirmed() {
    let table = [
        (-1, "!units_invalid"),
        (0, "succeeded f2 g2 r1 [succeeded] confirm 0"),
        (100, "succeeded f2 g2 r1 [succeeded] confirm 100"),
        (101, "!exceeds_reservation"),
        (i64::MAX, "!exceeds_reservation"),
        (i64::MIN, "!units_invalid"),
    ];
    for (units, expected) in table {
        assert_eq!(
            shown(&decided(&running(), &complete(token(), Some(units)))),
            expected,
            "{units}"
        );
    }
}

#[test]
fn a_meter_with_overage_books_the_excess() {
    let retry = RetryPolicy::default();
    let facts = Facts { overage: true, ..facts(&retry) };
    let change = changed(&running(), &complete(token(), Some(101)), &facts);
    assert_eq!(change.postings, [Posting::Confirm { units: Some(Units(101)) }]);
}

#[test]
fn a_claim_starts_the_next_attempt_under_a_lease_of_its_own() {
    let retry = RetryPolicy::default();
    let before = Job { started_at: None, blocked: true, ..job(State::Failed) };
    let after = changed(&before, &claim(), &facts(&retry)).job;
    assert_eq!((after.attempt, after.started_at, after.blocked), (4, Some(NOW), false));
    let lease = after.lease.unwrap();
    assert_eq!(
        (lease.worker.as_str(), lease.started_at, lease.expires_at),
        ("w2", NOW, NOW.after(LEFT))
    );
    assert_eq!(lease.request.as_deref(), Some("r1"));
    let again = Job { started_at: Some(Time(5)), ..before };
    assert_eq!(
        changed(&again, &claim(), &facts(&retry)).job.started_at,
        Some(Time(5)),
        "the first start stays"
    );
}

#[test]
fn a_job_may_be_released_ninety_nine_times_in_a_row_and_a_failure_ends_the_row() {
    let retry = RetryPolicy::default();
    let mut job = Job { failures: 0, ..running() };
    for count in 1..RELEASES_LIMIT {
        let queued = changed(&job, &release(token()), &facts(&retry)).job;
        assert_eq!((queued.state, queued.releases, queued.failures), (State::Queued, count, 0));
        job = Job { lease: running().lease, state: State::Running, ..queued };
    }
    let failed = changed(&job, &fail(token(), true), &facts(&retry)).job;
    assert_eq!(failed.releases, 0);
    let dead = changed(&job, &release(token()), &facts(&retry)).job;
    assert_eq!((dead.state, dead.failures, dead.hold), (State::DeadLetter, 0, job.hold));
    assert_eq!(dead.failure.unwrap().class, "released_too_often");
}

#[test]
fn a_requeue_keeps_history_and_what_is_held() {
    let retry = RetryPolicy::default();
    let before = Job { losses: 3, releases: 4, ..job(State::DeadLetter) };
    let change = changed(&before, &Command::Requeue, &facts(&retry));
    assert_eq!(change.ended, None);
    let after = change.job;
    assert_eq!((after.attempt, after.run_at, after.losses, after.releases), (3, NOW, 0, 0));
    assert_eq!((after.hold, after.failure), (before.hold, before.failure));
}

#[test]
fn an_edit_gives_the_outside_world_a_new_effect_key_and_nothing_else_does() {
    let retry = RetryPolicy::default();
    let dead = job(State::DeadLetter);
    let requeued = changed(&dead, &Command::Requeue, &facts(&retry)).job;
    assert_eq!(requeued.effect_key(), dead.effect_key());
    assert_ne!(
        changed(&dead, &Command::EditAndRequeue, &facts(&retry)).job.effect_key(),
        dead.effect_key()
    );
}
