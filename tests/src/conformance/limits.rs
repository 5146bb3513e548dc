//! Units are held only where they fit, and a limit changes only on record.

use std::sync::Arc;

use onceover_domain::job::State;
use onceover_domain::ledger::{Limit, LimitExceeded};
use onceover_domain::tenant::ReserveAt;
use onceover_domain::units::Units;
use onceover_engine::SubmitRefused;
use onceover_engine::overrides::{OverrideError, OverrideRefused};
use onceover_store::SubmissionOutcome;

use crate::world::{Ask, Backend, World, operator};

async fn five_of(
    world: &World,
    answers: Vec<onceover_engine::SubmitAnswer>,
    tenant: &onceover_domain::id::TenantId,
) {
    let all = answers.len();
    let (made, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!(made.len(), 5);
    for refusal in refused {
        let Err(SubmitRefused::LimitExceeded(exceeded)) = refusal else {
            panic!("refused for want of units")
        };
        assert_eq!(
            (exceeded.limit.0, exceeded.used.0 + exceeded.reserved.0, exceeded.asked.0),
            (5_000, 5_000, 1_000)
        );
    }
    assert_eq!(world.totals(tenant).await, (0, 5_000));
    assert_eq!(world.account(tenant).await.available(Units(5_000)).unwrap(), Units(0));
    let submissions = i64::try_from(all).unwrap();
    assert_eq!(
        world.rows().await,
        [5, 5, 5, 5, submissions],
        "no row of a refused request but its log line"
    );
}

pub async fn six_times_a_thousand_of_five_thousand_are_five(world: &World) {
    let tenant = world.tenant_with("acme", 5_000).await;
    let mut answers = vec![];
    for number in 0..6 {
        answers.push(world.submit(&Ask::of(&tenant).key(format!("k{number}")).units(1_000)).await);
    }
    five_of(world, answers, &tenant).await;
}

pub async fn fifty_at_once_of_a_thousand_of_five_thousand_are_five(world: &World) {
    let tenant = world.tenant_with("acme", 5_000).await;
    // Half in this engine, half in that of another process on the same database.
    let other = world.neighbour().await;
    let submits = (0..50).map(|number| {
        let engine = Arc::clone(if number % 2 == 0 { &world.engine } else { &other });
        let submit = Ask::of(&tenant).key(format!("k{number}")).units(1_000).submit();
        async move { engine.submit(submit).await.unwrap() }
    });
    let answers = crate::world::all(submits).await;
    world.check().await;
    five_of(world, answers, &tenant).await;
    other.store().close().await;
}

pub async fn a_denial_carries_the_numbers_it_was_judged_by(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    world.made(&Ask::of(&tenant).units(300)).await;
    let running = world.claim_one("w").await;
    world.complete(&running, Some(250)).await.unwrap();
    world.made(&Ask::of(&tenant).units(100)).await;
    let refused = world.submit(&Ask::of(&tenant).key("k").units(651)).await.unwrap_err();
    let exceeded = LimitExceeded {
        meter: crate::world::meter(),
        limit: Units(1_000),
        used: Units(250),
        reserved: Units(100),
        asked: Units(651),
    };
    assert_eq!(refused, SubmitRefused::LimitExceeded(exceeded));
    world.made(&Ask::of(&tenant).key("k").units(650)).await;
    let mut snapshot = world.read().await;
    let refusals = snapshot
        .refusals(&tenant, &crate::world::meter(), onceover_domain::time::Time(0))
        .await
        .unwrap()
        .unwrap();
    assert_eq!((refusals.count, refusals.units), (1, Units(651)));
    assert_eq!(refusals.first, (Units(1_000), Units(250), Units(100)));
}

pub async fn a_reservation_is_judged_by_the_limit_in_force_when_its_account_is_locked(
    world: &World,
) {
    let tenant = world.tenant_with("acme", 1_000).await;
    world.made(&Ask::of(&tenant).units(1)).await;
    // A limit change stands before its commit, holding the account; the submit began before it and comes to it after.
    let mut tx = world.store.write().await.unwrap();
    let lowered = world.limit(&tenant, 10, Some(1));
    onceover_engine::overrides::set_limit(&mut *tx, &lowered).await.unwrap();
    let engine = Arc::clone(&world.engine);
    let submit = Ask::of(&tenant).units(100).submit();
    let submitting = tokio::spawn(async move { engine.submit(submit).await.unwrap() });
    if world.database.backend == Backend::Postgres {
        until_somebody_waits(world).await;
    }
    tx.commit().await.unwrap();
    let answer = submitting.await.unwrap();
    assert!(
        matches!(answer, Err(SubmitRefused::LimitExceeded(LimitExceeded { limit: Units(10), .. }))),
        "{answer:?}"
    );
}

/// Returns when a transaction of this database waits for a lock.
async fn until_somebody_waits(world: &World) {
    let mut raw = world.database.raw().await;
    let waiting = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while raw.number(waiting).await == 0 {
        tokio::task::yield_now().await;
    }
    raw.close().await;
}

pub async fn the_first_limit_is_set_up_and_every_later_one_an_override(world: &World) {
    let tenant = world.tenant("acme").await;
    assert_eq!(world.set_limit(&tenant, 100, None).await.unwrap(), None);
    assert_eq!(world.meter(&tenant).await.limit, Limit { units: Units(100), version: 1 });
    assert_eq!(world.number("select count(*) from overrides").await, 0);
    let outcome = world.set_limit(&tenant, 200, None).await.unwrap().expect("an override");
    assert_eq!(world.meter(&tenant).await.limit, Limit { units: Units(200), version: 2 });
    assert_eq!(world.number("select count(*) from overrides").await, 1);
    let audit = world.audit().await;
    assert_eq!(audit.last().unwrap().override_id, Some(outcome.id));
    assert_eq!(audit.len(), 2, "set-up is on record as well");
    // The same request again changes nothing.
    let again = world.limit(&tenant, 300, None);
    let first = world.engine.set_limit(again.clone()).await.unwrap().unwrap();
    let second = world.engine.set_limit(again).await.unwrap().unwrap();
    assert_eq!((second.id, second.replayed), (first.id, true));
    assert_eq!(world.meter(&tenant).await.limit.version, 3);
}

pub async fn a_limit_that_was_seen_before_it_changed_is_stale(world: &World) {
    let tenant = world.tenant_with("acme", 100).await;
    world.set_limit(&tenant, 200, Some(1)).await.unwrap();
    let refused = world.set_limit(&tenant, 300, Some(1)).await;
    assert_eq!(refused, Err(OverrideError::Refused(OverrideRefused::LimitStale { version: 2 })));
    assert_eq!(world.meter(&tenant).await.limit, Limit { units: Units(200), version: 2 });
}

pub async fn a_limit_may_be_lowered_below_what_is_used(world: &World) {
    let tenant = world.tenant_with("acme", 100).await;
    world.made(&Ask::of(&tenant).units(80)).await;
    world.set_limit(&tenant, 50, Some(1)).await.unwrap();
    assert!(matches!(
        world.submit(&Ask::of(&tenant).units(1)).await,
        Err(SubmitRefused::LimitExceeded(_))
    ));
    assert_eq!(world.account(&tenant).await.available(Units(50)).unwrap(), Units(-30));
    let running = world.claim_one("w").await;
    world.complete(&running, None).await.unwrap();
    assert_eq!(world.totals(&tenant).await, (80, 0), "what was held before is still charged");
}

pub async fn units_held_for_a_job_that_starts_later_are_reserved_by_its_claim(world: &World) {
    let tenant = world.tenant("acme").await;
    let mut set = world.limit(&tenant, 100, None);
    set.reserve = Some(ReserveAt::Start);
    world.engine.set_limit(set).await.unwrap();
    let above = world.submit(&Ask::of(&tenant).units(101)).await;
    assert!(
        matches!(above, Err(SubmitRefused::LimitExceeded(_))),
        "above the whole limit it could never start"
    );
    let first = world.made(&Ask::of(&tenant).units(60)).await;
    let second = world.made(&Ask::of(&tenant).units(60)).await;
    assert_eq!(world.totals(&tenant).await, (0, 0));
    let running = world.claim_one("w").await;
    assert_eq!((running.id, world.totals(&tenant).await), (first.id, (0, 60)));
    let parked = world.job(second.id).await;
    assert_eq!(
        (parked.state, parked.blocked, parked.attempt),
        (State::Queued, true, 0),
        "its units did not fit"
    );
    world.complete(&running, Some(10)).await.unwrap();
    world.until_due(&parked);
    let running = world.claim_one("w").await;
    assert_eq!(
        (running.id, running.blocked, world.totals(&tenant).await),
        (second.id, false, (10, 60))
    );
    let released = onceover_domain::job::Command::Release {
        token: crate::world::token(&running),
        delay: None,
    };
    let queued = world.finish(running.id, released).await.unwrap();
    assert_eq!(
        (queued.hold, world.totals(&tenant).await),
        (None, (10, 0)),
        "made by this claim, given back"
    );
    assert_eq!(world.ledger(&running).await, "reserve 60, cancel 60");
    let again = world.claim_one("w").await;
    world.complete(&again, None).await.unwrap();
    assert_eq!(world.totals(&tenant).await, (70, 0));
    let log = world.submissions(&second).await;
    assert_eq!(log[0].outcome, SubmissionOutcome::Created);
    assert_eq!(world.audit().await[0].actor, operator().as_str());
}
