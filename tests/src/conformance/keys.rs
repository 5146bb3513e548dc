//! One key, one job.

use onceover_domain::job::State;
use onceover_engine::SubmitRefused;
use onceover_store::SubmissionOutcome;

use crate::world::{Ask, World};

pub async fn a_new_key_makes_a_job_and_a_repeat_finds_it_in_every_state(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    let ask = Ask::of(&tenant).key("order-42").units(100).max_attempts(1);
    let made = world.made(&ask).await;
    let mut arrived = 1;
    let mut repeat = async |state: State| {
        let again = world.submit(&ask).await.unwrap();
        assert!(again.replayed, "{state}");
        assert_eq!((again.job.id, again.job.state), (made.id, state), "the job as it is now");
        assert_eq!(again.payload.as_deref(), Some("{\"n\":1}"));
        arrived += 1;
        let log = world.submissions(&made).await;
        assert_eq!(log.len(), arrived);
        assert!(log[1..].iter().all(|line| line.outcome == SubmissionOutcome::Replayed));
    };
    repeat(State::Queued).await;
    let running = world.claim_one("w").await;
    repeat(State::Running).await;
    let dead = world.fail(&running, true).await.unwrap();
    repeat(State::DeadLetter).await;
    world.requeue(world.requeue_of(&dead)).await.unwrap();
    repeat(State::Queued).await;
    let running = world.claim_one("w").await;
    world.complete(&running, None).await.unwrap();
    repeat(State::Succeeded).await;
    assert_eq!(world.ledger(&made).await, "reserve 100, confirm 100");
}

pub async fn another_request_under_a_used_key_is_refused_with_the_paths_that_differ(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    let ask = Ask::of(&tenant).key("k").payload("{\"to\":\"ann\",\"n\":1}").units(100);
    let made = world.made(&ask).await;
    let before = world.rows().await;
    let other = ask.clone().payload("{\"to\":\"bob\",\"n\":1}").units(200);
    for _ in 0..2 {
        let Err(SubmitRefused::KeyReused { job, paths }) = world.submit(&other).await else {
            panic!("refused")
        };
        assert_eq!(job, made.id);
        assert_eq!(paths.len(), 2, "{paths:?}");
        assert!(
            paths.iter().any(|path| path.contains("to"))
                && paths.iter().any(|path| path.contains("units")),
            "{paths:?}"
        );
    }
    let [jobs, payloads, keys, entries, submissions] = world.rows().await;
    assert_eq!([jobs, payloads, keys, entries], before[..4], "nothing changed");
    assert_eq!(submissions, before[4] + 2, "but it is on record");
    assert_eq!(world.job(made.id).await, made);
    let log = world.submissions(&made).await;
    assert_eq!(log[1].outcome, SubmissionOutcome::Mismatched);
    assert_eq!((log[1].code.as_deref(), log[1].paths.len()), (Some("idempotency_key_reused"), 2));
}

pub async fn a_refused_request_leaves_nothing_but_its_log_line(world: &World) {
    let tenant = world.tenant_with("acme", 50).await;
    let refused = world.submit(&Ask::of(&tenant).key("k").units(51)).await;
    assert!(matches!(refused, Err(SubmitRefused::LimitExceeded(_))));
    assert_eq!(world.rows().await, [0, 0, 0, 0, 1]);
    let without_meter = world.tenant("bare").await;
    let refused = world.submit(&Ask::of(&without_meter).key("k").units(1)).await;
    assert!(matches!(refused, Err(SubmitRefused::MeterUnknown { .. })));
    assert_eq!(world.rows().await, [0, 0, 0, 0, 2]);
    let nobody = onceover_domain::id::TenantId::parse("nobody").unwrap();
    let refused = world.submit(&Ask::of(&nobody).key("k")).await;
    assert_eq!(refused.unwrap_err(), SubmitRefused::TenantUnknown(nobody));
    assert_eq!(world.rows().await, [0, 0, 0, 0, 2], "who does not exist has no log");
}

pub async fn a_key_whose_first_request_was_refused_may_be_sent_again_and_can_succeed(
    world: &World,
) {
    let tenant = world.tenant_with("acme", 50).await;
    let ask = Ask::of(&tenant).key("k").units(100);
    for _ in 0..2 {
        assert!(matches!(world.submit(&ask).await, Err(SubmitRefused::LimitExceeded(_))));
    }
    world.set_limit(&tenant, 100, Some(1)).await.unwrap();
    let made = world.made(&ask).await;
    assert!(world.submit(&ask).await.unwrap().replayed);
    assert_eq!(world.submissions(&made).await.len(), 2, "the refused arrivals made no job");
    let other = Ask::of(&tenant).key("k2").units(1);
    assert!(matches!(world.submit(&other).await, Err(SubmitRefused::LimitExceeded(_))));
    let fewer = other.units(0);
    world.made(&fewer).await;
}

pub async fn two_tenants_with_one_key_never_meet(world: &World) {
    let (a, b) = (world.tenant_with("a", 100).await, world.tenant_with("b", 100).await);
    let of_a = world.made(&Ask::of(&a).key("order-1").units(10)).await;
    let of_b = world.made(&Ask::of(&b).key("order-1").units(10)).await;
    assert_ne!(of_a.id, of_b.id);
    let mut c_key = Ask::of(&world.tenant("c").await).key("order-1").payload("{\"other\":true}");
    let of_c = world.made(&c_key).await;
    assert_ne!(of_c.id, of_a.id, "another body under another tenant's key is no mismatch");
    c_key = c_key.payload("{\"other\":false}");
    let Err(SubmitRefused::KeyReused { job, .. }) = world.submit(&c_key).await else {
        panic!("refused")
    };
    assert_eq!(job, of_c.id, "a mismatch names only the tenant's own job");
    assert_eq!(world.submissions(&of_a).await.len(), 1);
    assert_eq!((world.totals(&a).await, world.totals(&b).await), ((0, 10), (0, 10)));
    let mut snapshot = world.read().await;
    assert_eq!(snapshot.job_by_key(&a, "order-1").await.unwrap(), Some(of_a.id));
    assert_eq!(snapshot.job_by_key(&b, "order-1").await.unwrap(), Some(of_b.id));
}

pub async fn one_tenant_with_two_credentials_shares_its_keys(world: &World) {
    let tenant = world.tenant("acme").await;
    let ask = Ask::of(&tenant).key("order-1").sender("key-a");
    let made = world.made(&ask).await;
    let again = world.submit(&ask.sender("key-b")).await.unwrap();
    assert_eq!((again.job.id, again.replayed), (made.id, true));
    let senders: Vec<String> =
        world.submissions(&made).await.into_iter().map(|line| line.sender).collect();
    assert_eq!(senders, ["key-a", "key-b"]);
}

pub async fn a_key_repeated_inside_one_batch_makes_one_job(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    let ask = Ask::of(&tenant).key("k").units(100);
    let other = ask.clone().payload("{\"n\":2}");
    let answers = world.submit_all(&[ask.clone(), ask.clone(), other, ask]).await;
    let first = answers[0].as_ref().unwrap();
    assert!(!first.replayed);
    for repeat in [&answers[1], &answers[3]] {
        let repeat = repeat.as_ref().unwrap();
        assert_eq!((repeat.job.id, repeat.replayed), (first.job.id, true));
    }
    assert!(
        matches!(&answers[2], Err(SubmitRefused::KeyReused { job, .. }) if *job == first.job.id)
    );
    assert_eq!(world.rows().await, [1, 1, 1, 1, 4]);
}

pub async fn a_key_refused_first_and_then_fitting_inside_one_batch_makes_the_second_job(
    world: &World,
) {
    let tenant = world.tenant_with("acme", 100).await;
    let too_many = Ask::of(&tenant).key("k").units(101);
    let fitting = Ask::of(&tenant).key("k").units(100);
    let answers = world.submit_all(&[too_many, fitting.clone()]).await;
    assert!(matches!(answers[0], Err(SubmitRefused::LimitExceeded(_))));
    let made = answers[1].as_ref().unwrap();
    assert!(!made.replayed);
    let again = world.submit(&fitting).await.unwrap();
    assert_eq!(
        (again.job.id, again.replayed),
        (made.job.id, true),
        "the key names the job that was made"
    );
}

pub async fn requests_without_a_key_are_never_one(world: &World) {
    let tenant = world.tenant("acme").await;
    let ask = Ask::of(&tenant);
    assert_ne!(world.made(&ask).await.id, world.made(&ask).await.id);
}
