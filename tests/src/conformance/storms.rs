//! Very many at once.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use onceover_domain::job::{Command, Job};

use crate::world::{Ask, LEASE, LONG, World, all, claim, complete, fail, finish, token};

pub async fn ten_thousand_submits_of_one_key_make_one_job(world: &World) {
    let tenant = world.tenant_with("acme", 1_000_000).await;
    let ask = Ask::of(&tenant).key("order-42").units(100);
    let submits = (0..10_000).map(|_| {
        let (engine, submit) = (Arc::clone(&world.engine), ask.submit());
        async move {
            let submitted = engine.submit(submit).await.unwrap().unwrap();
            (submitted.job.id, submitted.replayed)
        }
    });
    let answers = all(submits).await;
    let created = answers.iter().filter(|(_, replayed)| !replayed).count();
    let ids: BTreeSet<_> = answers.iter().map(|(id, _)| *id).collect();
    assert_eq!((answers.len(), created, ids.len()), (10_000, 1, 1));
    assert_eq!(world.rows().await, [1, 1, 1, 1, 10_000]);
    assert_eq!(
        world.number("select count(*) from submissions where outcome = 'replayed'").await,
        9_999
    );
    assert_eq!(world.totals(&tenant).await, (0, 100));
    let running = world.claim_one("w").await;
    world.complete(&running, None).await.unwrap();
    assert_eq!(world.ledger(&running).await, "reserve 100, confirm 100");
}

pub async fn a_hundred_distinct_submits_at_once_all_have_their_job(world: &World) {
    let tenant = world.tenant_with("acme", 1_000_000).await;
    let other = world.neighbour().await;
    let submits = (0..100).map(|number| {
        let engine = Arc::clone(if number % 2 == 0 { &world.engine } else { &other });
        let submit = Ask::of(&tenant).key(format!("k{number}")).units(1).submit();
        async move { engine.submit(submit).await.unwrap().unwrap() }
    });
    let answers = all(submits).await;
    assert!(answers.iter().all(|submitted| !submitted.replayed && submitted.payload.is_some()));
    assert_eq!(
        answers.iter().map(|submitted| submitted.job.id).collect::<BTreeSet<_>>().len(),
        100
    );
    assert_eq!(world.rows().await, [100; 5]);
    world.check().await;
    other.store().close().await;
}

/// What worker `number` says of the job: most succeed, some fail, some give it back, some never answer.
fn say(number: usize, job: &Job) -> Option<Command> {
    let token = token(job);
    match (number + job.attempt as usize) % 7 {
        0 => Some(fail(token, true)),
        1 => Some(Command::Release { token, delay: None }),
        2 => None,
        3 => Some(complete(token, Some(7))),
        4 if job.attempt == 1 => Some(fail(token, false)),
        _ => Some(complete(token, None)),
    }
}

pub async fn a_mixed_storm_conserves_units(world: &World) {
    let other = world.neighbour().await;
    let mut tenants = vec![];
    for name in ["a", "b", "c"] {
        tenants.push(world.tenant_with(name, 400).await);
    }
    let asks: Vec<Ask> = (0..180)
        .map(|number| Ask::of(&tenants[number % 3]).key(format!("k{}", number / 2)).units(10))
        .collect();
    world.submit_all(&asks).await;
    for round in 0..12 {
        let workers = (0..8).map(|number| {
            let engine = Arc::clone(if number % 2 == 0 { &world.engine } else { &other });
            async move {
                for claimed in
                    engine.claim(claim(&format!("w{number}"), 5), Duration::ZERO).await.unwrap()
                {
                    if let Some(command) = say(number + round, &claimed.job) {
                        engine.finish(finish(claimed.job.id, command)).await.unwrap().unwrap();
                    }
                }
            }
        });
        all(workers).await;
        world.check().await;
        world.pass(LEASE);
        world.rescue().await;
        world.pass(LONG);
    }
    for tenant in &tenants {
        let (used, reserved) = world.totals(tenant).await;
        assert!(used > 0 && used + reserved <= 400, "{used} {reserved}");
    }
    other.store().close().await;
}
