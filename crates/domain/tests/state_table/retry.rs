//! When a job runs again: backoff after failures, lost leases, what a worker asked for.

use std::time::Duration;

use onceover_domain::job::{Command, Facts, Failure, Job, Outcome, RetryPolicy, State};
use onceover_domain::time::Time;

use crate::sample::{LEFT, NOW, changed, facts, fail, job, release, token};

fn running(failures: u32, max_attempts: u32) -> Job {
    Job { failures, max_attempts, ..job(State::Running) }
}

fn expire(job: &Job) -> Job {
    let retry = RetryPolicy::default();
    let facts = Facts { now: NOW.after(LEFT), ..facts(&retry) };
    let change = changed(job, &Command::Expire, &facts);
    let ended = change.ended.expect("an expiry ends the attempt");
    assert_eq!(
        (ended.outcome, ended.number, ended.state_after),
        (Outcome::Lost, job.attempt, change.job.state)
    );
    assert_eq!(change.job.failure.as_ref().expect("a loss is an error").class, "attempt_lost");
    change.job
}

/// The job as the next worker runs it, under a lease that ends with [`LEFT`] again.
fn run_again(job: Job) -> Job {
    Job {
        state: State::Running,
        attempt: job.attempt + 1,
        lease: self::job(State::Running).lease,
        ..job
    }
}

#[test]
fn the_delay_after_many_failures_is_the_cap_and_never_wraps() {
    for (base, factor_cap) in [(1, 3_600), (10, 3_600)] {
        let retry =
            RetryPolicy { base: Duration::from_secs(base), cap: Duration::from_secs(factor_cap) };
        for failures in [31, 32, 63, 64, 65, 998] {
            for jitter in [0, u16::MAX] {
                let after = changed(
                    &running(failures, 1_000),
                    &fail(token(), true),
                    &Facts { jitter, ..facts(&retry) },
                )
                .job;
                let delay = after.run_at.since(NOW);
                let cap = Duration::from_secs(3_600);
                assert!(delay >= cap && delay <= cap + cap / 4, "{failures}: {delay:?}");
                assert_eq!((after.state, after.failures), (State::Failed, failures + 1));
            }
        }
    }
    let zero = RetryPolicy { base: Duration::ZERO, cap: Duration::from_secs(3_600) };
    assert_eq!(changed(&running(64, 1_000), &fail(token(), true), &facts(&zero)).job.run_at, NOW);
    let huge = RetryPolicy { base: Duration::MAX, cap: Duration::MAX };
    assert_eq!(
        changed(&running(64, 1_000), &fail(token(), true), &facts(&huge)).job.run_at,
        Time::LAST
    );
}

#[test]
fn what_the_handler_asked_for_wins_over_the_backoff() {
    let retry = RetryPolicy::default();
    for seconds in [0, 1, 7_200] {
        let retry_after = Some(Duration::from_secs(seconds));
        let command = Command::Fail {
            token: token(),
            failure: Failure::new("x", "y", None),
            retryable: true,
            retry_after,
        };
        let after = changed(&running(0, 5), &command, &facts(&retry)).job;
        assert_eq!(after.run_at.since(NOW), Duration::from_secs(seconds));
    }
}

#[test]
fn a_failed_attempt_says_when_the_next_one_is_due_and_a_dead_one_does_not() {
    let retry = RetryPolicy::default();
    let change = changed(&running(0, 5), &fail(token(), true), &facts(&retry));
    assert_eq!(
        change.ended.expect("an expiry ends the attempt").retry_at,
        Some(NOW.after(Duration::from_secs(10)))
    );
    let change = changed(&running(0, 5), &fail(token(), false), &facts(&retry));
    assert_eq!(change.ended.expect("an expiry ends the attempt").retry_at, None);
}

#[test]
fn the_first_lost_lease_in_a_row_is_due_at_once_and_the_backoff_begins_with_the_second() {
    let mut job = running(0, 5);
    for (losses, delay) in [(1, 0), (2, 10), (3, 20), (4, 40)] {
        let failed = expire(&job);
        let due = failed.run_at.since(NOW.after(LEFT));
        assert_eq!((failed.state, failed.losses, failed.failures), (State::Failed, losses, losses));
        assert_eq!(due, Duration::from_secs(delay), "loss {losses}");
        job = run_again(failed);
    }
    assert_eq!(expire(&job).state, State::DeadLetter, "the fifth loss is the fifth failure");
}

#[test]
fn an_answer_of_a_worker_ends_the_row_of_losses() {
    let retry = RetryPolicy::default();
    let lost = run_again(expire(&running(0, 5)));
    let failed = changed(&lost, &fail(token(), true), &facts(&retry)).job;
    assert_eq!((failed.failures, failed.losses), (2, 0));
    assert_eq!(
        expire(&run_again(failed)).run_at,
        NOW.after(LEFT),
        "it is the first loss in a row again"
    );
}

#[test]
fn a_lost_lease_is_a_failure_and_only_the_last_one_makes_a_dead_letter() {
    assert_eq!(expire(&running(0, 5)).state, State::Failed, "the first of five");
    assert_eq!(expire(&running(3, 5)).state, State::Failed, "the fourth of five");
    let last = expire(&running(4, 5));
    assert_eq!((last.state, last.failures, last.max_attempts), (State::DeadLetter, 5, 5));
    assert!(last.hold.is_some(), "kept for review");
    assert_eq!(expire(&running(0, 1)).state, State::DeadLetter, "the only one");
}

#[test]
fn a_lost_lease_of_a_job_that_was_to_be_cancelled_ends_it() {
    let cancelled = expire(&Job { cancel_requested: true, ..running(0, 5) });
    assert_eq!((cancelled.state, cancelled.finished_at), (State::Cancelled, Some(NOW.after(LEFT))));
}

#[test]
fn a_release_is_no_failure_and_comes_back_when_the_worker_said() {
    let retry = RetryPolicy::default();
    assert_eq!(changed(&running(2, 5), &release(token()), &facts(&retry)).job.run_at, NOW);
    let snooze = Command::Release { token: token(), delay: Some(Duration::from_secs(90)) };
    let after = changed(&running(2, 5), &snooze, &facts(&retry)).job;
    assert_eq!((after.run_at.since(NOW), after.failures), (Duration::from_secs(90), 2));
    let for_ever = Command::Release { token: token(), delay: Some(Duration::MAX) };
    assert_eq!(changed(&running(2, 5), &for_ever, &facts(&retry)).job.run_at, Time::LAST);
}
