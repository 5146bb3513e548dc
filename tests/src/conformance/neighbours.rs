//! Strangers share a transaction; what befalls one is not the other's business.

use std::sync::Arc;

use onceover_domain::job::State;
use onceover_store::StoreError;

use crate::world::{Act, Ask, World, all, complete, finish, token};

fn refused() -> StoreError {
    StoreError::Refused("a guard said no".to_owned())
}

pub async fn a_job_the_database_refuses_does_not_fail_its_neighbours(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    // Once for the batch, once for the first of its items.
    world.stage.at("insert_jobs", Act::Fail(refused()));
    world.stage.at("insert_jobs", Act::Fail(refused()));
    let asks: Vec<Ask> =
        (0..5).map(|number| Ask::of(&tenant).key(format!("k{number}")).units(100)).collect();
    let submits = asks.iter().map(|ask| {
        let (engine, submit) = (Arc::clone(&world.engine), ask.submit());
        async move { engine.submit(submit).await }
    });
    let answers = all(submits).await;
    assert!(world.stage.is_over());
    assert_eq!(answers[0].as_ref().unwrap_err(), &refused());
    assert!(
        answers[1..]
            .iter()
            .all(|answer| matches!(answer, Ok(Ok(submitted)) if !submitted.replayed))
    );
    assert_eq!(world.rows().await, [4; 5]);
    world.check().await;
    world.made(&asks[0]).await;
}

pub async fn a_finish_the_database_refuses_does_not_fail_its_neighbours(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    for _ in 0..4 {
        world.made(&Ask::of(&tenant).units(100)).await;
    }
    let running: Vec<_> =
        world.claim("w", 4).await.into_iter().map(|claimed| claimed.job).collect();
    world.stage.at("append_entries", Act::Fail(refused()));
    world.stage.at("append_entries", Act::Fail(refused()));
    let finishes = running.iter().map(|job| {
        let (engine, finish) =
            (Arc::clone(&world.engine), finish(job.id, complete(token(job), None)));
        async move { engine.finish(finish).await }
    });
    let answers = all(finishes).await;
    assert!(world.stage.is_over());
    assert_eq!(answers[0].as_ref().unwrap_err(), &refused());
    assert!(
        answers[1..]
            .iter()
            .all(|answer| matches!(answer, Ok(Ok(job)) if job.state == State::Succeeded))
    );
    world.check().await;
    assert_eq!(world.totals(&tenant).await, (300, 100));
    world.complete(&running[0], None).await.unwrap();
}

pub async fn a_lock_that_was_in_the_way_is_waited_for_again(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    let busy = || StoreError::Busy("another transaction".to_owned());
    for call in ["take_keys", "lock_accounts", "commit"] {
        for _ in 0..2 {
            world.stage.at(call, Act::Fail(busy()));
        }
        world.made(&Ask::of(&tenant).key(call).units(100)).await;
        assert!(world.stage.is_over());
    }
    assert_eq!(world.rows().await, [3; 5]);
}
