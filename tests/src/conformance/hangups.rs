//! A caller who goes away at any moment: the work is done or not done, the pool of one connection is clean, the next caller is
//! served.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use onceover_domain::job::State;
use onceover_domain::units::Units;
use onceover_engine::overrides;
use onceover_store::JobFilter;

use crate::world::{Act, Ask, Backend, Gate, LEASE, World, claim, complete, finish, token};

/// Polls a future `polls` times and drops it; its answer, if it came to one.
async fn dropped_after<T>(polls: usize, future: impl Future<Output = T>) -> Option<T> {
    let mut future = Box::pin(future);
    let mut left = polls;
    poll_fn(move |context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        match future.as_mut().poll(context) {
            Poll::Ready(answer) => Poll::Ready(Some(answer)),
            Poll::Pending if left == 0 => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

/// Runs `work` as a task of its own and ends that task while its transaction stands at `call`; the engine goes on without it.
async fn hung_up_at<F>(world: &World, call: &'static str, work: F)
where
    F: Future<Output: Send + 'static> + Send + 'static,
{
    let gate = Gate::new();
    world.stage.at(call, Act::Hold(gate.clone()));
    let caller = tokio::spawn(work);
    gate.arrived().await;
    caller.abort();
    assert!(caller.await.is_err_and(|error| error.is_cancelled()), "the caller is gone");
    gate.open();
}

/// The next caller is served and no transaction is left open.
async fn is_clean(world: &World, tenant: &onceover_domain::id::TenantId) {
    let next = world.engine.submit(Ask::of(tenant).queue("next").submit()).await.unwrap().unwrap();
    assert!(!next.replayed);
    if world.database.backend == Backend::Postgres {
        let mut raw = world.database.raw().await;
        let open = "select count(*) from pg_stat_activity \
             where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null";
        // The server takes a moment to see that a connection is gone.
        let mut looks = 0;
        while raw.number(open).await > 0 {
            looks += 1;
            assert!(looks < 10_000, "a transaction is left open");
        }
        raw.close().await;
    }
    world.check().await;
}

pub async fn a_caller_who_hangs_up_while_submitting_leaves_a_clean_pool(world: &World) {
    let tenant = world.tenant_with("acme", 100_000).await;
    for polls in 0.. {
        let ask = Ask::of(&tenant).key(format!("polls{polls}")).units(1);
        let answer = dropped_after(polls, world.engine.submit(ask.submit())).await;
        is_clean(world, &tenant).await;
        let again = world.submit(&ask).await.unwrap();
        let log = world.submissions(&again.job).await;
        assert!(log.len() <= 2, "arrived at most twice, made once");
        if answer.is_some() {
            assert!(again.replayed);
            break;
        }
    }
    let calls = [
        "take_keys",
        "lock_accounts",
        "insert_jobs",
        "append_entries",
        "update_accounts",
        "log_submissions",
        "commit",
    ];
    for call in calls {
        let ask = Ask::of(&tenant).key(call).units(1);
        let (engine, submit) = (Arc::clone(&world.engine), ask.submit());
        hung_up_at(world, call, async move { engine.submit(submit).await }).await;
        is_clean(world, &tenant).await;
        assert!(world.submit(&ask).await.unwrap().replayed, "it was done all the same ({call})");
    }
}

pub async fn a_caller_who_hangs_up_while_claiming_leaves_a_clean_pool(world: &World) {
    let tenant = world.tenant_with("acme", 100_000).await;
    let ends = async |what: &str| {
        is_clean(world, &tenant).await;
        // What nobody heard of runs out of its lease and runs again.
        world.pass(LEASE);
        world.rescue().await;
        let running = world.claim_one("w").await;
        world.complete(&running, None).await.unwrap();
        assert_eq!(world.ledger(&running).await, "reserve 1, confirm 1", "{what}");
    };
    for polls in 0.. {
        world.made(&Ask::of(&tenant).units(1)).await;
        let answer =
            dropped_after(polls, world.engine.claim(claim("gone", 1), std::time::Duration::ZERO))
                .await;
        ends("polled").await;
        if answer.is_some() {
            break;
        }
    }
    for call in ["lock_due", "update_jobs", "payloads", "commit"] {
        world.made(&Ask::of(&tenant).units(1)).await;
        let engine = Arc::clone(&world.engine);
        hung_up_at(world, call, async move {
            engine.claim(claim("gone", 1), std::time::Duration::ZERO).await
        })
        .await;
        ends(call).await;
    }
}

pub async fn a_caller_who_hangs_up_while_completing_leaves_a_clean_pool(world: &World) {
    let tenant = world.tenant_with("acme", 100_000).await;
    for polls in 0.. {
        world.made(&Ask::of(&tenant).units(1)).await;
        let running = world.claim_one("w").await;
        let finish = finish(running.id, complete(token(&running), None));
        let answer = dropped_after(polls, world.engine.finish(finish)).await;
        is_clean(world, &tenant).await;
        assert_eq!(world.complete(&running, None).await.unwrap().state, State::Succeeded);
        assert_eq!(world.ledger(&running).await, "reserve 1, confirm 1");
        if answer.is_some() {
            break;
        }
    }
    for call in [
        "lock_jobs",
        "lock_accounts",
        "update_jobs",
        "insert_attempts",
        "append_entries",
        "update_accounts",
        "commit",
    ] {
        world.made(&Ask::of(&tenant).units(1)).await;
        let running = world.claim_one("w").await;
        let (engine, finish) =
            (Arc::clone(&world.engine), finish(running.id, complete(token(&running), None)));
        hung_up_at(world, call, async move { engine.finish(finish).await }).await;
        is_clean(world, &tenant).await;
        assert_eq!(
            world.job(running.id).await.state,
            State::Succeeded,
            "it was done all the same ({call})"
        );
        assert_eq!(world.ledger(&running).await, "reserve 1, confirm 1");
    }
}

pub async fn a_caller_who_hangs_up_while_requeueing_leaves_a_clean_pool(world: &World) {
    let tenant = world.tenant_with("acme", 100_000).await;
    let mut dead = world.dead(&Ask::of(&tenant).units(1)).await;
    for polls in 0.. {
        let requeue = world.requeue_of(&dead);
        let answer = dropped_after(polls, world.engine.requeue(requeue.clone())).await;
        is_clean(world, &tenant).await;
        world.requeue(requeue).await.unwrap();
        let running = world.claim_one("w").await;
        assert_eq!(running.generation, dead.generation + 1, "once");
        dead = world.fail(&running, false).await.unwrap();
        if answer.is_some() {
            break;
        }
    }
    for call in [
        "lock_jobs",
        "insert_override",
        "insert_override_targets",
        "update_jobs",
        "lock_audit",
        "append_audit",
        "commit",
    ] {
        let (engine, requeue) = (Arc::clone(&world.engine), world.requeue_of(&dead));
        let again = requeue.clone();
        hung_up_at(world, call, async move { engine.requeue(requeue).await }).await;
        is_clean(world, &tenant).await;
        assert!(world.requeue(again).await.unwrap().replayed, "it was done all the same ({call})");
        let running = world.claim_one("w").await;
        dead = world.fail(&running, false).await.unwrap();
    }
}

pub async fn a_transaction_dropped_at_any_moment_is_undone_or_whole(world: &World) {
    let tenant = world.tenant_with("acme", 1).await;
    let mut version = 1;
    for polls in 0.. {
        let set = world.limit(&tenant, i64::try_from(polls).unwrap(), None);
        let answer = dropped_after(polls, async {
            let mut tx = world.store.write().await?;
            overrides::set_limit(&mut *tx, &set).await.unwrap();
            tx.commit().await
        })
        .await;
        is_clean(world, &tenant).await;
        let limit = world.meter(&tenant).await.limit;
        if limit.version != version {
            assert_eq!((limit.version, limit.units), (version + 1, Units(set.units.0)), "whole");
        }
        let overrides = world.number("select count(*) from overrides").await;
        assert_eq!(i64::from(limit.version), overrides + 1);
        version = limit.version;
        if let Some(answer) = answer {
            answer.unwrap();
            break;
        }
    }
    assert!(version > 1);
}

pub async fn a_read_dropped_at_any_moment_gives_its_connection_back(world: &World) {
    let tenant = world.tenant_with("acme", 100).await;
    let made = world.made(&Ask::of(&tenant).units(1)).await;
    for polls in 0.. {
        let answer = dropped_after(polls, async {
            let mut snapshot = world.store.read().await?;
            snapshot.now().await?;
            snapshot.job_page(&JobFilter { limit: 10, ..JobFilter::default() }).await?;
            snapshot.attempts(&made).await
        })
        .await;
        is_clean(world, &tenant).await;
        if answer.is_some() {
            break;
        }
    }
}
