//! Who gets which job.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use onceover_domain::id::{JobId, Kind, Queue};
use onceover_engine::Claim;

use crate::world::{Ask, LEASE, World, all, claim, token};

pub async fn jobs_are_taken_by_priority_then_due_time_then_age(world: &World) {
    let tenant = world.tenant("acme").await;
    let now = world.clock.now();
    let earlier = |seconds| now.before(Duration::from_secs(seconds));
    let ask = Ask::of(&tenant);
    let last = world.made(&ask.clone().priority(-1).run_at(earlier(90))).await;
    let fourth = world.made(&ask.clone().run_at(earlier(10))).await;
    let fifth = world.made(&ask.clone().run_at(earlier(10))).await;
    let third = world.made(&ask.clone().run_at(earlier(20))).await;
    let second = world.made(&ask.clone().priority(5)).await;
    let first = world.made(&ask.priority(5).run_at(earlier(1))).await;
    let mut order = vec![];
    for limit in [1, 2, 10] {
        order.extend(world.claim("w", limit).await.into_iter().map(|claimed| claimed.job.id));
    }
    assert_eq!(order, [first, second, third, fourth, fifth, last].map(|job| job.id));
}

pub async fn a_job_is_not_taken_before_it_is_due(world: &World) {
    let tenant = world.tenant("acme").await;
    let made = world
        .made(&Ask::of(&tenant).run_at(world.clock.now().after(Duration::from_secs(3 * 60 * 60))))
        .await;
    world.pass(Duration::from_secs(3 * 60 * 60) - Duration::from_micros(1));
    assert!(world.claim("w", 1).await.is_empty());
    world.pass(Duration::from_micros(1));
    let running = world.claim_one("w").await;
    assert_eq!((running.id, running.attempt), (made.id, 1));
    assert_eq!(token(&running), running.lease.as_ref().unwrap().token);
    assert_eq!(running.lease.unwrap().expires_at, world.clock.now().after(LEASE));
}

pub async fn a_claim_takes_only_from_its_queues_kinds_and_tenant(world: &World) {
    let (a, b) = (world.tenant("a").await, world.tenant("b").await);
    let of_a = world.made(&Ask::of(&a)).await;
    let slow = world.made(&Ask::of(&a).queue("slow")).await;
    let of_b = world.made(&Ask::of(&b)).await;
    let take = async |claim: Claim| -> Vec<JobId> {
        let claimed = world.engine.claim(claim, Duration::ZERO).await.unwrap();
        claimed.into_iter().map(|claimed| claimed.job.id).collect()
    };
    assert_eq!(
        take(Claim { kinds: Some(vec![Kind::parse("other").unwrap()]), ..claim("w", 10) }).await,
        []
    );
    assert_eq!(take(Claim { kinds: Some(vec![]), ..claim("w", 10) }).await, []);
    assert_eq!(
        take(Claim { queues: vec![Queue::parse("other").unwrap()], ..claim("w", 10) }).await,
        []
    );
    let queues = vec![Queue::parse("other").unwrap(), Queue::parse("slow").unwrap()];
    assert_eq!(take(Claim { queues, ..claim("w", 10) }).await, [slow.id]);
    assert_eq!(take(Claim { tenant: Some(b), ..claim("w", 10) }).await, [of_b.id]);
    let kinds = Some(vec![Kind::parse("other").unwrap(), of_a.kind.clone()]);
    assert_eq!(take(Claim { kinds, ..claim("w", 10) }).await, [of_a.id]);
    world.check().await;
}

pub async fn sixty_four_claimers_never_share_a_job(world: &World) {
    let tenant = world.tenant("acme").await;
    let asks: Vec<Ask> =
        (0..256).map(|number| Ask::of(&tenant).key(format!("k{number}"))).collect();
    world.submit_all(&asks).await;
    // Two processes, so that claims meet in the database and not only in one engine's batch.
    let other = world.neighbour().await;
    let claimers = (0..64).map(|number| {
        let engine = Arc::clone(if number % 2 == 0 { &world.engine } else { &other });
        async move {
            let mut mine = vec![];
            loop {
                let claimed =
                    engine.claim(claim(&format!("w{number}"), 3), Duration::ZERO).await.unwrap();
                if claimed.is_empty() {
                    return mine;
                }
                mine.extend(
                    claimed.into_iter().map(|claimed| (claimed.job.id, token(&claimed.job))),
                );
            }
        }
    });
    let taken: Vec<_> = all(claimers).await.into_iter().flatten().collect();
    let distinct: BTreeSet<JobId> = taken.iter().map(|(job, _)| *job).collect();
    let tokens: BTreeSet<_> = taken.iter().map(|(_, token)| *token).collect();
    assert_eq!(
        (taken.len(), tokens.len()),
        (distinct.len(), distinct.len()),
        "no job has two holders"
    );
    // Claimers pass over what another has locked, so a last one may be left for who comes next.
    let rest = world.claim("late", 256).await.len();
    assert_eq!(distinct.len() + rest, 256);
    assert_eq!(
        world.number("select count(*) from jobs where state = 'running' and attempt = 1").await,
        256
    );
    world.check().await;
    other.store().close().await;
}

pub async fn a_repeated_claim_returns_the_same_leases_while_they_last(world: &World) {
    let tenant = world.tenant("acme").await;
    for _ in 0..3 {
        world.made(&Ask::of(&tenant)).await;
    }
    let ask = Claim { request: Some("r1".to_owned()), ..claim("w", 2) };
    let take = async || {
        let claimed = world.engine.claim(ask.clone(), Duration::ZERO).await.unwrap();
        let mut leases: Vec<_> =
            claimed.iter().map(|claimed| (claimed.job.id, token(&claimed.job))).collect();
        leases.sort();
        leases
    };
    let first = take().await;
    assert_eq!(first.len(), 2);
    assert_eq!(take().await, first);
    world.pass(LEASE - Duration::from_micros(1));
    assert_eq!(take().await, first);
    world.pass(Duration::from_micros(1));
    let later = take().await;
    assert!(
        later.iter().all(|lease| !first.contains(lease)),
        "lost leases are not given out again"
    );
    assert_eq!(world.rescue().await, 2);
}

pub async fn twins_of_one_claim_request_get_the_same_leases(world: &World) {
    let tenant = world.tenant("acme").await;
    for _ in 0..5 {
        world.made(&Ask::of(&tenant)).await;
    }
    let twins = (0..2).map(|_| {
        let engine = Arc::clone(&world.engine);
        let ask = Claim { request: Some("r1".to_owned()), ..claim("w", 2) };
        async move {
            let claimed = engine.claim(ask, Duration::ZERO).await.unwrap();
            claimed.iter().map(|claimed| token(&claimed.job)).collect::<BTreeSet<_>>()
        }
    });
    let leases = all(twins).await;
    assert_eq!(leases[0].len(), 2);
    assert_eq!(leases[0], leases[1]);
    world.check().await;
}
