//! Only the current, unexpired lease writes; what is lost runs again and is counted.

use std::sync::Arc;
use std::time::Duration;

use onceover_domain::id::LeaseToken;
use onceover_domain::job::{Command, Job, Outcome, Rejection, State};

use crate::world::{Act, Ask, Backend, Gate, LEASE, World, complete, fail, finish, token};

type Say = fn(LeaseToken) -> Command;

const SAYS: [Say; 5] = [
    |token| complete(token, None),
    |token| complete(token, Some(1)),
    |token| fail(token, true),
    |token| Command::Release { token, delay: None },
    |token| Command::Heartbeat { token, lease: LEASE },
];

async fn is_told_and_changes_nothing(world: &World, late: &Job) {
    let (before, ledger) = (world.job(late.id).await, world.ledger(late).await);
    for say in SAYS {
        assert_eq!(world.finish(late.id, say(token(late))).await, Err(Rejection::LeaseLost.into()));
    }
    assert_eq!((world.job(late.id).await, world.ledger(late).await), (before, ledger));
}

pub async fn a_heartbeat_keeps_the_lease(world: &World) {
    let tenant = world.tenant("acme").await;
    world.made(&Ask::of(&tenant)).await;
    let running = world.claim_one("w").await;
    for _ in 0..5 {
        world.pass(LEASE - Duration::from_secs(1));
        let beat = Command::Heartbeat { token: token(&running), lease: LEASE };
        let beaten = world.finish(running.id, beat).await.unwrap();
        assert_eq!(beaten.lease.unwrap().expires_at, world.clock.now().after(LEASE));
        assert_eq!(world.rescue().await, 0);
    }
    world.complete(&running, None).await.unwrap();
}

pub async fn a_worker_that_lost_its_lease_changes_nothing(world: &World) {
    let tenant = world.tenant_with("acme", 100).await;
    world.made(&Ask::of(&tenant).units(100)).await;
    let late = world.claim_one("a").await;
    world.pass(LEASE);
    assert_eq!(world.rescue().await, 1);
    is_told_and_changes_nothing(world, &late).await;
    let running = world.claim_one("b").await;
    is_told_and_changes_nothing(world, &late).await;
    let done = world.complete(&running, Some(70)).await.unwrap();
    is_told_and_changes_nothing(world, &late).await;
    assert_eq!(world.ledger(&done).await, "reserve 100, confirm 70");
}

pub async fn a_worker_that_lost_its_lease_before_the_rescuer_came_changes_nothing(world: &World) {
    let tenant = world.tenant_with("acme", 100).await;
    world.made(&Ask::of(&tenant).units(100)).await;
    let late = world.claim_one("a").await;
    world.pass(LEASE);
    is_told_and_changes_nothing(world, &late).await;
    assert!(world.claim("b", 1).await.is_empty(), "nobody takes it before it was counted");
    assert_eq!(world.rescue().await, 1);
    assert_eq!(world.rescue().await, 0);
}

pub async fn a_killed_worker_s_job_runs_again_after_its_lease_and_is_charged_once(world: &World) {
    let tenant = world.tenant_with("acme", 100).await;
    let made = world.made(&Ask::of(&tenant).units(100)).await;
    world.claim_one("killed").await;
    world.pass(LEASE - Duration::from_micros(1));
    assert_eq!((world.rescue().await, world.claim("w", 1).await.len()), (0, 0));
    world.pass(Duration::from_micros(1));
    assert_eq!(world.rescue().await, 1);
    let running = world.claim_one("w").await;
    assert_eq!((running.attempt, running.failures), (2, 1), "due at once");
    assert_eq!(world.attempts(&made).await[0].outcome, Outcome::Lost);
    world.complete(&running, None).await.unwrap();
    assert_eq!(world.ledger(&made).await, "reserve 100, confirm 100");
}

pub async fn a_job_that_kills_its_worker_ends_as_a_dead_letter_and_others_complete(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    let poison =
        world.made(&Ask::of(&tenant).units(100).max_attempts(3).payload("\"poison\"")).await;
    for _ in 0..5 {
        world.made(&Ask::of(&tenant).units(10)).await;
    }
    let mut starts = 0;
    for worker in 0..4 {
        for claimed in world.claim(&format!("w{worker}"), 10).await {
            if claimed.job.id == poison.id {
                starts += 1;
            } else {
                world.complete(&claimed.job, None).await.unwrap();
            }
        }
        world.pass(LEASE);
        world.rescue().await;
        world.pass(crate::world::LONG);
    }
    let dead = world.job(poison.id).await;
    assert_eq!((starts, dead.attempt, dead.failures, dead.state), (3, 3, 3, State::DeadLetter));
    assert_eq!(dead.failure.as_ref().unwrap().class, "attempt_lost");
    assert_eq!(
        world.totals(&tenant).await,
        (50, 100),
        "its hold is kept for review, the healthy ones are charged"
    );
    assert_eq!(world.number("select count(*) from jobs where state = 'succeeded'").await, 5);
}

pub async fn a_worker_of_the_same_name_does_not_hide_the_jobs_of_the_one_before(world: &World) {
    let tenant = world.tenant("acme").await;
    for _ in 0..3 {
        world.made(&Ask::of(&tenant)).await;
    }
    assert_eq!(world.claim("w1", 3).await.len(), 3);
    world.made(&Ask::of(&tenant)).await;
    let mine = world.claim_one("w1").await;
    world.pass(LEASE - Duration::from_secs(1));
    world.finish(mine.id, Command::Heartbeat { token: token(&mine), lease: LEASE }).await.unwrap();
    world.pass(Duration::from_secs(1));
    assert_eq!(world.rescue().await, 3);
    assert_eq!(world.claim("w1", 10).await.len(), 3);
}

pub async fn a_rescuer_that_comes_while_a_job_finishes_moves_nothing(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    let ends: [(bool, Say, State); 4] = [
        (false, |token| complete(token, None), State::Succeeded),
        (false, |token| fail(token, false), State::DeadLetter),
        (false, |token| fail(token, true), State::Failed),
        (true, |token| Command::Release { token, delay: None }, State::Cancelled),
    ];
    for (cancel, end, state) in ends {
        world.made(&Ask::of(&tenant).units(100)).await;
        let running = world.claim_one("w").await;
        if cancel {
            world.cancel(&running).await.unwrap();
        }
        // The worker's transaction stands before its commit; meanwhile the lease runs out and the rescuer comes.
        let gate = Gate::new();
        world.stage.at("commit", Act::Hold(gate.clone()));
        let engine = Arc::clone(&world.engine);
        let finishing = finish(running.id, end(token(&running)));
        let finishing = tokio::spawn(async move { engine.finish(finishing).await.unwrap() });
        gate.arrived().await;
        world.pass(LEASE);
        let engine = Arc::clone(&world.engine);
        let rescuing = tokio::spawn(async move { engine.rescue().await.unwrap() });
        if world.database.backend == Backend::Sqlite {
            // One writer: the rescuer waits for the worker.
            gate.open();
            assert_eq!(rescuing.await.unwrap(), 0);
        } else {
            // Rows: the rescuer passes over the one the worker holds.
            assert_eq!(rescuing.await.unwrap(), 0);
            gate.open();
        }
        let done = finishing.await.unwrap().unwrap();
        assert_eq!(done.state, state);
        assert_eq!(world.rescue().await, 0);
        assert_eq!(world.job(done.id).await, done, "attempt, date and outcome stay");
        assert_eq!(world.attempts(&done).await.len(), 1);
        if state == State::Failed {
            world.cancel(&done).await.unwrap();
        }
    }
}

pub async fn a_rescuer_that_came_first_wins_and_the_worker_is_told(world: &World) {
    let tenant = world.tenant_with("acme", 100).await;
    world.made(&Ask::of(&tenant).units(100)).await;
    let late = world.claim_one("w").await;
    world.pass(LEASE);
    // The rescuer has selected and locked the job and stands before its update; the worker completes.
    let gate = Gate::new();
    world.stage.at("lock_expired", Act::HoldAfter(gate.clone()));
    let engine = Arc::clone(&world.engine);
    let rescuing = tokio::spawn(async move { engine.rescue().await.unwrap() });
    gate.arrived().await;
    let engine = Arc::clone(&world.engine);
    let finishing = finish(late.id, complete(token(&late), None));
    let finishing = tokio::spawn(async move { engine.finish(finishing).await.unwrap() });
    gate.open();
    assert_eq!(rescuing.await.unwrap(), 1);
    assert_eq!(finishing.await.unwrap(), Err(Rejection::LeaseLost.into()));
    world.check().await;
    let running = world.claim_one("w2").await;
    world.complete(&running, None).await.unwrap();
    assert_eq!(world.ledger(&late).await, "reserve 100, confirm 100");
}
