//! The process dies, or the answer is lost, at each call of a transaction: both or neither, and a repeat tells which.

use std::sync::Arc;

use onceover_domain::job::State;
use onceover_store::StoreError;

use crate::world::{Act, Ask, LEASE, World, all, complete, finish, token};

pub async fn a_process_that_dies_before_the_commit_leaves_nothing_and_the_key_works(world: &World) {
    let tenant = world.tenant_with("acme", 10_000).await;
    let calls = [
        "take_keys",
        "tenants",
        "meters",
        "lock_accounts",
        "insert_jobs",
        "append_entries",
        "update_accounts",
        "log_submissions",
        "commit",
    ];
    for call in calls {
        let before = world.rows().await;
        let ask = Ask::of(&tenant).key(call).units(100);
        world.stage.at(call, Act::Die);
        let answer = world.engine.submit(ask.submit()).await;
        assert!(answer.is_err() && world.stage.is_over(), "{call}");
        assert_eq!(world.rows().await, before, "{call}");
        world.check().await;
        let mut ids = vec![];
        for repeat in 0..5 {
            let submitted = world.submit(&ask).await.unwrap();
            assert_eq!(submitted.replayed, repeat > 0, "{call}");
            ids.push(submitted.job.id);
        }
        assert!(ids.iter().all(|id| *id == ids[0]), "{call}");
    }
}

pub async fn a_process_that_dies_after_the_commit_has_made_the_job_and_the_key_finds_it(
    world: &World,
) {
    let tenant = world.tenant_with("acme", 100).await;
    let ask = Ask::of(&tenant).key("k").units(100);
    world.stage.at("commit", Act::CommitAndDie);
    let answer = world.engine.submit(ask.submit()).await;
    assert!(
        matches!(answer, Err(StoreError::CommitUnknown(_))),
        "neither success nor refusal: {answer:?}"
    );
    world.check().await;
    let first = world.submit(&ask).await.unwrap();
    assert!(first.replayed);
    for _ in 0..4 {
        let again = world.submit(&ask).await.unwrap();
        assert_eq!((again.job.id, again.replayed), (first.job.id, true));
    }
    assert_eq!(world.rows().await, [1, 1, 1, 1, 6]);
}

pub async fn an_unknown_commit_is_told_as_unknown_to_all(world: &World) {
    let tenant = world.tenant_with("acme", 10_000).await;
    let unknown = StoreError::CommitUnknown("no answer".to_owned());
    for (round, act, happened) in
        [("yes", Act::CommitAndDie, true), ("no", Act::Fail(unknown), false)]
    {
        world.stage.at("commit", act);
        let asks: Vec<Ask> = (0..5)
            .map(|number| Ask::of(&tenant).key(format!("{round}{number}")).units(100))
            .collect();
        let submits = asks.iter().map(|ask| {
            let (engine, submit) = (Arc::clone(&world.engine), ask.submit());
            async move { engine.submit(submit).await }
        });
        for answer in all(submits).await {
            assert!(matches!(answer, Err(StoreError::CommitUnknown(_))), "{answer:?}");
        }
        world.check().await;
        for ask in &asks {
            assert_eq!(world.submit(ask).await.unwrap().replayed, happened);
        }
    }
    assert_eq!(world.rows().await[..4], [10; 4]);
}

pub async fn a_process_that_dies_while_finishing_leaves_the_lease_to_run_out(world: &World) {
    let tenant = world.tenant_with("acme", 10_000).await;
    let calls = [
        "lock_jobs",
        "lock_accounts",
        "update_jobs",
        "insert_attempts",
        "append_entries",
        "update_accounts",
        "commit",
    ];
    for call in calls {
        world.made(&Ask::of(&tenant).units(100)).await;
        let running = world.claim_one("w").await;
        world.stage.at(call, Act::Die);
        let answer = world.engine.finish(finish(running.id, complete(token(&running), None))).await;
        assert!(answer.is_err() && world.stage.is_over(), "{call}");
        assert_eq!(world.job(running.id).await, running, "{call}");
        world.check().await;
        if call == "commit" {
            world.pass(LEASE);
            assert_eq!(world.rescue().await, 1);
            let again = world.claim_one("w2").await;
            world.complete(&again, None).await.unwrap();
        } else {
            world.complete(&running, None).await.unwrap();
        }
        assert_eq!(world.ledger(&running).await, "reserve 100, confirm 100", "{call}");
    }
    // The answer is lost after the commit: the repeat gets it.
    world.made(&Ask::of(&tenant).units(100)).await;
    let running = world.claim_one("w").await;
    world.stage.at("commit", Act::CommitAndDie);
    assert!(
        world.engine.finish(finish(running.id, complete(token(&running), None))).await.is_err()
    );
    assert_eq!(world.complete(&running, None).await.unwrap().state, State::Succeeded);
    assert_eq!(world.ledger(&running).await, "reserve 100, confirm 100");
}

pub async fn a_process_that_dies_while_requeueing_leaves_a_dead_letter_or_a_requeued_job(
    world: &World,
) {
    let tenant = world.tenant_with("acme", 100).await;
    let mut dead = world.dead(&Ask::of(&tenant).units(100)).await;
    let calls = [
        "lock_jobs",
        "insert_override",
        "append_override_events",
        "insert_override_targets",
        "update_jobs",
        "lock_audit",
        "append_audit",
        "commit",
    ];
    for call in calls {
        let (requeue, overrides) =
            (world.requeue_of(&dead), world.number("select count(*) from overrides").await);
        world.stage.at(call, Act::Die);
        assert!(
            world.engine.requeue(requeue.clone()).await.is_err() && world.stage.is_over(),
            "{call}"
        );
        assert_eq!(world.job(dead.id).await, dead, "{call}");
        assert_eq!(world.number("select count(*) from overrides").await, overrides, "{call}");
        assert!(!world.requeue(requeue).await.unwrap().replayed, "{call}");
        let running = world.claim_one("w").await;
        dead = world.fail(&running, false).await.unwrap();
    }
    let requeue = world.requeue_of(&dead);
    world.stage.at("commit", Act::CommitAndDie);
    assert!(world.engine.requeue(requeue.clone()).await.is_err());
    assert!(world.requeue(requeue).await.unwrap().replayed);
    assert_eq!(world.job(dead.id).await.generation, dead.generation + 1);
}
