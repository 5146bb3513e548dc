//! A database in which work is going on, and the words that attacks name its rows by.

use onceover_domain::chain::Hash;
use onceover_domain::id::{JobId, OperatorName, OverrideId};
use onceover_domain::job::Job;
use onceover_domain::operator::Operator;
use onceover_domain::overrides::{EventKind, Override, OverrideEvent, OverrideKind};
use uuid::Uuid;

use crate::world::{Ask, Backend, World, operator};

/// Ids of rows in every state.
#[derive(Debug, Clone)]
pub struct Content {
    jobs: Vec<(&'static str, JobId)>,
    overrides: Vec<(&'static str, OverrideId)>,
}

impl Content {
    /// Fills the world: tenant `acme` with jobs in every state, requeued ones, a limit changed once, a waiting override; `other`
    /// beside it.
    pub async fn of(world: &World) -> Self {
        let (acme, other) =
            (world.tenant_with("acme", 5_000).await, world.tenant_with("other", 5_000).await);
        let ask = |key: &str| Ask::of(&acme).key(key).units(100);
        let cancelled = world.made(&ask("cancelled")).await;
        world.cancel(&cancelled).await.unwrap();
        world.made(&ask("succeeded")).await;
        let running = world.claim_one("w").await;
        let succeeded = world.complete(&running, Some(60)).await.unwrap();
        let dead = world.dead(&ask("dead")).await;
        let again = world.dead(&ask("again")).await;
        let done = world.requeue(world.requeue_of(&again)).await.unwrap().id;
        let running = world.claim_one("w").await;
        let again = world.fail(&running, false).await.unwrap();
        let requeued = world.dead(&ask("requeued")).await;
        world.requeue(world.requeue_of(&requeued)).await.unwrap();
        let running = world.claim_one("w").await;
        let requeued = world.finish(running.id, release(&running)).await.unwrap();
        world.made(&ask("failed").priority(9)).await;
        let failed = world.claim("w", 1).await.remove(0).job;
        let failed = world.fail(&failed, true).await.unwrap();
        world.made(&ask("running").priority(9)).await;
        let running = world.claim("w", 1).await.remove(0).job;
        let queued = world.made(&ask("queued")).await;
        let foreign = world.made(&Ask::of(&other).key("queued").units(100)).await;
        let raised = world.set_limit(&acme, 6_000, Some(1)).await.unwrap().unwrap().id;
        let pending = waiting_override(world, &dead).await;
        world.check().await;
        let jobs = [
            ("cancelled", cancelled),
            ("succeeded", succeeded),
            ("dead", dead),
            ("again", again),
            ("requeued", requeued),
            ("failed", failed),
            ("running", running),
            ("queued", queued),
            ("foreign", foreign),
        ];
        Self {
            jobs: jobs.map(|(name, job)| (name, job.id)).to_vec(),
            overrides: vec![("done", done), ("raised", raised), ("pending", pending)],
        }
    }

    /// The statement in the words of one database.
    pub fn fill(&self, sql: &str, backend: Backend) -> String {
        let uuid = |id: Uuid| match backend {
            Backend::Sqlite => format!("x'{}'", id.simple()),
            Backend::Postgres => format!("'{id}'::uuid"),
        };
        let bytes = |byte: u8| match backend {
            Backend::Sqlite => format!("x'{}'", format!("{byte:02x}").repeat(32)),
            Backend::Postgres => format!("'\\x{}'::bytea", format!("{byte:02x}").repeat(32)),
        };
        let is = |value: bool| match backend {
            Backend::Sqlite => i32::from(value).to_string(),
            Backend::Postgres => value.to_string(),
        };
        let mut filled = sql.to_owned();
        for (name, id) in &self.jobs {
            filled = filled.replace(&format!("{{{name}}}"), &uuid(id.0));
            filled = filled.replace(&format!("{{{name} as text}}"), &format!("'{id}'"));
        }
        for (name, id) in &self.overrides {
            filled = filled.replace(&format!("{{{name}}}"), &uuid(id.0));
        }
        let fresh = uuid(Uuid::from_u128(0x0123_4567_89ab_cdef));
        for (name, text) in [
            ("fresh", fresh),
            ("hash", bytes(7)),
            ("zero", bytes(0)),
            ("yes", is(true)),
            ("no", is(false)),
        ] {
            filled = filled.replace(&format!("{{{name}}}"), &text);
        }
        filled
    }
}

fn release(job: &Job) -> onceover_domain::job::Command {
    onceover_domain::job::Command::Release {
        token: crate::world::token(job),
        delay: Some(crate::world::LONG * 12),
    }
}

/// A requeue of the dead letter that waits for another person.
async fn waiting_override(world: &World, dead: &Job) -> OverrideId {
    let canonical = format!(
        "{{\"generation\":1,\"job\":\"{}\",\"kind\":\"requeue\",\"payload_revision\":1}}",
        dead.id
    );
    let request = Override {
        id: OverrideId(Uuid::now_v7()),
        kind: OverrideKind::Requeue,
        tenant: Some(dead.tenant.clone()),
        digest: Hash::of(canonical.as_bytes()),
        canonical,
        reason: "the cause is gone".to_owned(),
        requester: operator(),
        approvals_needed: 1,
        single_operator: false,
        policy_version: 1,
        request_id: Uuid::new_v4().to_string(),
        requested_at: world.clock.now(),
        expires_at: world.clock.now().after(onceover_domain::overrides::EXPIRY),
    };
    let now = world.clock.now();
    let requested =
        OverrideEvent::after(&request, None, EventKind::Requested, Some(operator()), None, now);
    let second =
        Operator { name: OperatorName::parse("second").unwrap(), created_at: world.clock.now() };
    let mut tx = world.store.write().await.unwrap();
    assert!(tx.insert_operator(&second).await.unwrap());
    tx.insert_override(&request).await.unwrap();
    tx.append_override_events(&[requested]).await.unwrap();
    tx.commit().await.unwrap();
    request.id
}
