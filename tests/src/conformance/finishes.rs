//! How attempts end, and what that does to the ledger.

use onceover_domain::job::{Command, Rejection, State};
use onceover_domain::units::Units;
use onceover_engine::{Finish, FinishRefused};

use crate::world::{Ask, LONG, World, complete, fail, finish, token};

pub async fn a_completed_job_is_charged_what_it_used_and_the_rest_goes_back(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    let table = [
        (None, "reserve 100, confirm 100", 100),
        (Some(0), "reserve 100, confirm 0", 100),
        (Some(40), "reserve 100, confirm 40", 140),
    ];
    for (units, ledger, used) in table {
        world.made(&Ask::of(&tenant).units(100)).await;
        let running = world.claim_one("w").await;
        let done = world.complete(&running, units).await.unwrap();
        assert_eq!(
            (done.state, done.hold.clone(), done.result.as_deref()),
            (State::Succeeded, None, Some("{\"ok\":true}"))
        );
        assert_eq!(world.ledger(&done).await, ledger);
        assert_eq!(world.totals(&tenant).await, (used, 0));
    }
}

pub async fn more_than_is_reserved_is_refused_and_the_worker_may_complete_again(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    world.made(&Ask::of(&tenant).units(100)).await;
    let running = world.claim_one("w").await;
    for units in [101, i64::MAX] {
        let refused = world.complete(&running, Some(units)).await;
        let rejection = Rejection::ExceedsReservation { reserved: Units(100), units: Units(units) };
        assert_eq!(refused, Err(FinishRefused::Rejected(rejection)));
    }
    for units in [-1, i64::MIN] {
        assert_eq!(
            world.complete(&running, Some(units)).await,
            Err(Rejection::NegativeUnits.into())
        );
    }
    assert_eq!(world.job(running.id).await, running, "the lease stays");
    assert_eq!(world.totals(&tenant).await, (0, 100));
    world.complete(&running, Some(100)).await.unwrap();
}

pub async fn a_repeated_complete_gets_the_first_answer_and_is_not_charged_again(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    world.made(&Ask::of(&tenant).units(100)).await;
    let running = world.claim_one("w").await;
    let first = world.complete(&running, Some(60)).await.unwrap();
    for _ in 0..3 {
        assert_eq!(world.complete(&running, Some(60)).await.as_ref(), Ok(&first));
    }
    for other in [Some(61), None] {
        let refused = world.complete(&running, other).await;
        assert_eq!(refused, Err(Rejection::AlreadyConfirmed { units: Units(60) }.into()));
    }
    for other in
        [fail(token(&running), true), Command::Release { token: token(&running), delay: None }]
    {
        assert_eq!(world.finish(running.id, other).await, Err(Rejection::LeaseLost.into()));
    }
    assert_eq!(world.ledger(&running).await, "reserve 100, confirm 60");
    // Also when the repeats and the first come at once.
    world.made(&Ask::of(&tenant).units(100)).await;
    let running = world.claim_one("w").await;
    let answers =
        world.finish_all(vec![finish(running.id, complete(token(&running), None)); 5]).await;
    assert!(answers.iter().all(|answer| answer == &answers[0] && answer.is_ok()));
    assert_eq!(world.ledger(&running).await, "reserve 100, confirm 100");
}

pub async fn a_failed_job_waits_and_becomes_a_dead_letter_when_nothing_is_left(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    let made = world.made(&Ask::of(&tenant).units(100).max_attempts(3)).await;
    for failures in 1..=3 {
        let running = world.claim_one("w").await;
        assert_eq!(running.attempt, failures);
        let failed = world.fail(&running, true).await.unwrap();
        assert_eq!(failed.failures, failures);
        if failures < 3 {
            assert_eq!(failed.state, State::Failed);
            assert!(failed.run_at > world.clock.now());
            assert!(world.claim("w", 1).await.is_empty(), "not before its backoff");
            world.until_due(&failed);
        } else {
            assert_eq!(failed.state, State::DeadLetter);
        }
        assert_eq!(world.totals(&tenant).await, (0, 100), "held until review");
    }
    world.pass(LONG);
    assert!(world.claim("w", 1).await.is_empty(), "a dead letter waits for a person");
    let attempts = world.attempts(&made).await;
    assert!(attempts.iter().all(|attempt| attempt.failure.as_ref().unwrap().class == "http_503"));
    assert_eq!(attempts.last().unwrap().state_after, State::DeadLetter);
    assert_eq!(
        world.read().await.dead_letter_groups(world.clock.now(), None).await.unwrap()[0].jobs,
        1
    );
}

pub async fn a_released_job_waits_again_without_a_failure(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    let made = world.made(&Ask::of(&tenant).units(100)).await;
    let running = world.claim_one("w").await;
    let command = Command::Release { token: token(&running), delay: Some(LONG) };
    let released = world.finish(running.id, command.clone()).await.unwrap();
    assert_eq!((released.state, released.failures, released.releases), (State::Queued, 0, 1));
    assert_eq!(released.hold, made.hold, "held at submit, kept");
    assert_eq!(world.finish(running.id, command).await.unwrap(), released, "a repeat");
    assert!(world.claim("w", 1).await.is_empty());
    world.pass(LONG);
    let running = world.claim_one("w2").await;
    assert_eq!(running.attempt, 2);
    world.complete(&running, None).await.unwrap();
    assert_eq!(world.ledger(&made).await, "reserve 100, confirm 100");
}

pub async fn a_cancelled_job_gives_its_units_back(world: &World) {
    let tenant = world.tenant_with("acme", 100).await;
    let made = world.made(&Ask::of(&tenant).units(100)).await;
    let cancelled = world.cancel(&made).await.unwrap();
    assert_eq!((cancelled.state, world.totals(&tenant).await), (State::Cancelled, (0, 0)));
    assert_eq!(world.cancel(&made).await.unwrap(), cancelled, "a repeat");
    assert!(world.claim("w", 1).await.is_empty());
    // A failed one as well; a dead letter not.
    world.made(&Ask::of(&tenant).units(100)).await;
    let running = world.claim_one("w").await;
    let failed = world.fail(&running, true).await.unwrap();
    assert_eq!(world.cancel(&failed).await.unwrap().state, State::Cancelled);
    assert_eq!(world.ledger(&failed).await, "reserve 100, cancel 100");
    let dead = world.dead(&Ask::of(&tenant).units(100)).await;
    assert_eq!(
        world.cancel(&dead).await,
        Err(Rejection::WrongState { state: State::DeadLetter }.into())
    );
    assert_eq!(world.totals(&tenant).await, (0, 100));
}

pub async fn a_job_cancelled_while_it_runs_ends_cancelled_unless_it_succeeds(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    type Way = fn(onceover_domain::id::LeaseToken) -> Command;
    let ways: [(&str, Way, State, &str); 4] = [
        ("complete", |token| complete(token, None), State::Succeeded, "reserve 100, confirm 100"),
        ("fail", |token| fail(token, true), State::Cancelled, "reserve 100, cancel 100"),
        (
            "release",
            |token| Command::Release { token, delay: None },
            State::Cancelled,
            "reserve 100, cancel 100",
        ),
        (
            "lost",
            |token| Command::Heartbeat { token, lease: crate::world::LEASE },
            State::Cancelled,
            "reserve 100, cancel 100",
        ),
    ];
    for (way, end, state, ledger) in ways {
        world.made(&Ask::of(&tenant).units(100)).await;
        let running = world.claim_one("w").await;
        let flagged = world.cancel(&running).await.unwrap();
        assert_eq!((flagged.state, flagged.cancel_requested), (State::Running, true));
        let answer = world.finish(running.id, end(token(&running))).await.unwrap();
        assert!(answer.cancel_requested, "the worker learns of it");
        if way == "lost" {
            world.pass(crate::world::LEASE);
            assert_eq!(world.rescue().await, 1);
        }
        assert_eq!(world.job(running.id).await.state, state, "{way}");
        assert_eq!(world.ledger(&running).await, ledger, "{way}");
        world.pass(LONG);
        assert!(world.claim("w", 1).await.is_empty(), "never retried after a cancel");
    }
}

pub async fn a_job_of_another_tenant_is_as_if_it_did_not_exist(world: &World) {
    let (a, b) = (world.tenant_with("a", 100).await, world.tenant("b").await);
    let queued = world.made(&Ask::of(&a).units(10)).await;
    let cancel = Finish { tenant: Some(b.clone()), ..finish(queued.id, Command::Cancel) };
    assert_eq!(world.engine.finish(cancel).await.unwrap(), Err(FinishRefused::NotFound));
    let running = world.claim_one("w").await;
    let foreign = Finish { tenant: Some(b), ..finish(running.id, complete(token(&running), None)) };
    assert_eq!(world.engine.finish(foreign).await.unwrap(), Err(FinishRefused::NotFound));
    assert_eq!(world.job(running.id).await, running);
    let own = Finish { tenant: Some(a), ..finish(running.id, complete(token(&running), None)) };
    assert!(world.engine.finish(own).await.unwrap().is_ok());
    world.check().await;
}
