//! A dead letter runs again by an operator's word, once.

use onceover_domain::id::OperatorName;
use onceover_domain::job::{Rejection, State};
use onceover_domain::overrides::EventKind;
use onceover_engine::overrides::{OverrideError, OverrideRefused, Requeue};

use crate::world::{Ask, World};

pub async fn a_requeued_job_keeps_its_hold_succeeds_and_is_charged_once(world: &World) {
    let tenant = world.tenant_with("acme", 100).await;
    let ask = Ask::of(&tenant).key("order-42").units(100);
    let dead = world.dead(&ask).await;
    let outcome = world.requeue(world.requeue_of(&dead)).await.unwrap();
    assert_eq!((outcome.last, outcome.replayed), (EventKind::Executed, false));
    let queued = world.job(dead.id).await;
    assert_eq!(
        (queued.state, queued.failures, queued.generation, queued.attempt),
        (State::Queued, 0, 2, 1)
    );
    assert_eq!((&queued.hold, queued.effect_key()), (&dead.hold, dead.effect_key()));
    let running = world.claim_one("w").await;
    assert_eq!(running.attempt, 2);
    world.complete(&running, None).await.unwrap();
    assert_eq!(world.ledger(&dead).await, "reserve 100, confirm 100");
    assert_eq!(world.totals(&tenant).await, (100, 0));
    assert!(world.submit(&ask).await.unwrap().replayed, "the key still finds it");
    let attempts = world.attempts(&queued).await;
    assert_eq!(
        attempts.iter().map(|attempt| attempt.generation).collect::<Vec<_>>(),
        [1, 2],
        "history is kept"
    );
    let mut snapshot = world.read().await;
    assert_eq!(snapshot.overrides_of_job(dead.id).await.unwrap(), [outcome.id]);
    let (request, events) = snapshot.overrides(&[outcome.id]).await.unwrap().remove(0);
    assert_eq!((request.reason.as_str(), request.approvals_needed), ("the cause is gone", 0));
    assert_eq!(
        events.iter().map(|event| event.kind).collect::<Vec<_>>(),
        [EventKind::Requested, EventKind::Executed]
    );
    drop(snapshot);
    let audit = world.audit().await;
    let line = audit.last().unwrap();
    assert_eq!(
        (line.action.as_str(), line.outcome.as_str(), line.override_id),
        ("job.requeue", "executed", Some(outcome.id))
    );
    assert_eq!(line.override_head, Some(events[1].hash));
}

pub async fn a_requeue_of_what_was_not_seen_is_stale_and_recorded(world: &World) {
    let tenant = world.tenant_with("acme", 100).await;
    let dead = world.dead(&Ask::of(&tenant).units(100)).await;
    let audit = world.audit().await.len();
    let changed = [
        Requeue { generation: 2, ..world.requeue_of(&dead) },
        Requeue { payload_revision: 2, ..world.requeue_of(&dead) },
    ];
    for requeue in changed {
        let refused = world.requeue(requeue).await;
        let stale = OverrideRefused::Stale { generation: 1, payload_revision: 1 };
        assert_eq!(refused, Err(OverrideError::Refused(stale)));
    }
    assert_eq!(world.job(dead.id).await, dead);
    let lines = world.audit().await;
    assert_eq!(lines.len(), audit + 2);
    assert!(
        lines[audit..]
            .iter()
            .all(|line| line.outcome == "refused: stale" && line.object == dead.id.to_string())
    );
}

pub async fn a_requeue_repeated_by_its_request_id_runs_once(world: &World) {
    let tenant = world.tenant_with("acme", 100).await;
    let dead = world.dead(&Ask::of(&tenant).units(100)).await;
    let requeue = world.requeue_of(&dead);
    let first = world.requeue(requeue.clone()).await.unwrap();
    let audit = world.audit().await.len();
    for _ in 0..3 {
        let again = world.requeue(requeue.clone()).await.unwrap();
        assert_eq!((again.id, again.last, again.replayed), (first.id, EventKind::Executed, true));
    }
    let running = world.claim_one("w").await;
    world.fail(&running, false).await.unwrap();
    assert_eq!(world.requeue(requeue).await.unwrap().id, first.id, "also when it is dead again");
    assert_eq!(world.job(dead.id).await.generation, 2);
    assert_eq!(world.audit().await.len(), audit);
}

pub async fn a_request_id_names_one_request(world: &World) {
    let tenant = world.tenant("acme").await;
    let dead = world.dead(&Ask::of(&tenant)).await;
    let requeue = world.requeue_of(&dead);
    world.requeue(requeue.clone()).await.unwrap();
    let running = world.claim_one("w").await;
    let dead = world.fail(&running, false).await.unwrap();
    let other = Requeue { request_id: requeue.request_id, ..world.requeue_of(&dead) };
    let refused = world.requeue(other).await;
    assert_eq!(refused, Err(OverrideError::Refused(OverrideRefused::RequestReused)));
    assert_eq!(world.job(dead.id).await, dead);
}

pub async fn only_a_dead_letter_is_requeued(world: &World) {
    let tenant = world.tenant_with("acme", 100).await;
    let made = world.made(&Ask::of(&tenant).units(100)).await;
    let refuses = async |state: State| {
        let job = world.job(made.id).await;
        let refused = world.requeue(world.requeue_of(&job)).await;
        let rejection = OverrideRefused::Rejected(Rejection::WrongState { state });
        assert_eq!(refused, Err(OverrideError::Refused(rejection)));
        assert_eq!(world.job(made.id).await, job);
    };
    refuses(State::Queued).await;
    let running = world.claim_one("w").await;
    refuses(State::Running).await;
    let failed = world.fail(&running, true).await.unwrap();
    refuses(State::Failed).await;
    world.cancel(&failed).await.unwrap();
    refuses(State::Cancelled).await;
    let nobody = Requeue {
        job: onceover_domain::id::JobId(uuid::Uuid::now_v7()),
        ..world.requeue_of(&made)
    };
    assert_eq!(
        world.requeue(nobody).await,
        Err(OverrideError::Refused(OverrideRefused::NotFound("job")))
    );
}

pub async fn an_operator_nobody_knows_does_nothing(world: &World) {
    let tenant = world.tenant("acme").await;
    let dead = world.dead(&Ask::of(&tenant)).await;
    let stranger = OperatorName::parse("stranger").unwrap();
    let refused =
        world.requeue(Requeue { operator: stranger.clone(), ..world.requeue_of(&dead) }).await;
    assert_eq!(refused, Err(OverrideError::Refused(OverrideRefused::NoOperator(stranger))));
    assert_eq!(world.job(dead.id).await, dead);
}

pub async fn a_reason_is_required(world: &World) {
    let tenant = world.tenant("acme").await;
    let dead = world.dead(&Ask::of(&tenant)).await;
    for reason in ["", "  x ", "ab"] {
        let refused =
            world.requeue(Requeue { reason: reason.to_owned(), ..world.requeue_of(&dead) }).await;
        assert!(
            matches!(refused, Err(OverrideError::Refused(OverrideRefused::Reason(_)))),
            "{reason:?}"
        );
    }
    assert_eq!(world.job(dead.id).await, dead);
    let told = Requeue {
        reason: "  fixed: \u{1f680} 'x'; \"y\"\0 ".to_owned(),
        ..world.requeue_of(&dead)
    };
    let outcome = world.requeue(told).await.unwrap();
    let (request, _) = world.read().await.overrides(&[outcome.id]).await.unwrap().remove(0);
    assert_eq!(request.reason, "fixed: \u{1f680} 'x'; \"y\"\\u0000");
}
