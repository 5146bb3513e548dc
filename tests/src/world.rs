//! One fresh database with a hand-turned clock and an engine on it, and short words for what tests do there.
//!
//! Every step that commits is followed by [`World::check`], so that a broken invariant shows at the step that broke it.
//! Between engine and store stands a [`Stage`], through which a test can hold a transaction at a named call, break it or cut it
//! off.
#![expect(missing_docs, reason = "the words are those of the product")]
#![expect(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

mod ask;
mod database;
mod invariants;
mod look;
mod raw;
mod review;
mod stage;
mod transaction;

use std::sync::Arc;
use std::time::Duration;

use onceover_domain::id::{JobId, LeaseToken, OperatorName, Queue};
use onceover_domain::job::{Command, Failure, Job};
use onceover_domain::operator::Operator;
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_engine::{Claim, Claimed, Engine, Finish, FinishAnswer, Settings, SubmitAnswer};
use onceover_store::{Clock, ManualClock, Store};

pub use ask::Ask;
pub use database::{Backend, Database};
pub use look::meter;
pub use raw::Raw;
pub use stage::{Act, Gate, Stage};

/// The length of every lease that a test does not choose.
pub const LEASE: Duration = Duration::from_secs(30);
/// Longer than any backoff.
pub const LONG: Duration = Duration::from_secs(2 * 60 * 60);

pub struct World {
    pub database: Database,
    pub clock: ManualClock,
    pub stage: Arc<Stage>,
    pub store: Arc<dyn Store>,
    pub engine: Arc<Engine>,
}

impl World {
    /// Runs `law` in a fresh world and looks once more at everything it left behind.
    pub async fn hold(backend: Backend, law: impl AsyncFnOnce(&Self)) {
        let world = Self::open(backend, None).await;
        law(&world).await;
        world.close().await;
    }

    /// As [`World::hold`], with a pool of one connection where there is a pool.
    pub async fn hold_narrow(backend: Backend, law: impl AsyncFnOnce(&Self)) {
        let world = Self::open(backend, Some(1)).await;
        law(&world).await;
        world.close().await;
    }

    /// A world that the caller leaves by [`World::left`].
    pub async fn fresh(backend: Backend) -> Self {
        Self::open(backend, None).await
    }

    /// Ends everything but the database.
    pub async fn left(self) -> Database {
        let Self { database, store, engine, .. } = self;
        drop(engine);
        store.close().await;
        database
    }

    async fn open(backend: Backend, connections: Option<u32>) -> Self {
        let database = Database::fresh(backend).await;
        let clock = ManualClock::at(Time::parse("2026-03-31T23:00:00Z").unwrap());
        let inner = database.store(Clock::Manual(clock.clone()), connections).await;
        let (store, stage) = Stage::around(inner);
        let engine = Engine::start(Arc::clone(&store), Settings::default());
        let world = Self { database, clock, stage, store, engine };
        let mut tx = world.store.write().await.unwrap();
        assert!(
            tx.insert_operator(&Operator { name: operator(), created_at: world.clock.now() })
                .await
                .unwrap()
        );
        tx.commit().await.unwrap();
        world
    }

    async fn close(self) {
        self.check().await;
        self.verify().await;
        self.left().await.remove().await;
    }

    /// Another process on the same database, with the same clock.
    pub async fn neighbour(&self) -> Arc<Engine> {
        let store = self.database.store(Clock::Manual(self.clock.clone()), None).await;
        Engine::start(store, Settings::default())
    }

    /// Time passes.
    pub fn pass(&self, by: Duration) {
        self.clock.advance(by);
    }

    pub async fn submit(&self, ask: &Ask) -> SubmitAnswer {
        let answer = self.engine.submit(ask.submit()).await.unwrap();
        self.check().await;
        answer
    }

    /// Submits what must make a job.
    pub async fn made(&self, ask: &Ask) -> Job {
        let submitted = self.submit(ask).await.unwrap();
        assert!(!submitted.replayed, "a new job");
        submitted.job
    }

    /// Many submits at the same moment; answers in order.
    pub async fn submit_all(&self, asks: &[Ask]) -> Vec<SubmitAnswer> {
        let submits = asks.iter().map(|ask| {
            let (engine, submit) = (Arc::clone(&self.engine), ask.submit());
            async move { engine.submit(submit).await.unwrap() }
        });
        let answers = all(submits).await;
        self.check().await;
        answers
    }

    /// Takes up to `limit` due jobs of the default queue.
    pub async fn claim(&self, worker: &str, limit: u32) -> Vec<Claimed> {
        let claimed = self.engine.claim(claim(worker, limit), Duration::ZERO).await.unwrap();
        self.check().await;
        claimed
    }

    /// Takes the one job that must be due.
    pub async fn claim_one(&self, worker: &str) -> Job {
        let mut claimed = self.claim(worker, 10).await;
        assert_eq!(claimed.len(), 1, "one job is due");
        claimed.remove(0).job
    }

    pub async fn finish(&self, job: JobId, command: Command) -> FinishAnswer {
        let answer = self.engine.finish(finish(job, command)).await.unwrap();
        self.check().await;
        answer
    }

    /// Several commands at the same moment; answers in order.
    pub async fn finish_all(&self, finishes: Vec<Finish>) -> Vec<FinishAnswer> {
        let finishes = finishes.into_iter().map(|finish| {
            let engine = Arc::clone(&self.engine);
            async move { engine.finish(finish).await.unwrap() }
        });
        all(finishes).await
    }

    pub async fn complete(&self, job: &Job, units: Option<i64>) -> FinishAnswer {
        self.finish(job.id, complete(token(job), units)).await
    }

    pub async fn fail(&self, job: &Job, retryable: bool) -> FinishAnswer {
        self.finish(job.id, fail(token(job), retryable)).await
    }

    pub async fn cancel(&self, job: &Job) -> FinishAnswer {
        self.finish(job.id, Command::Cancel).await
    }

    /// Ends the leases that ran out.
    pub async fn rescue(&self) -> usize {
        let ended = self.engine.rescue().await.unwrap();
        self.check().await;
        ended
    }

    /// A dead letter: submitted, claimed, failed for good.
    pub async fn dead(&self, ask: &Ask) -> Job {
        let made = self.made(ask).await;
        let claimed = self.claim("w", 1).await.remove(0).job;
        assert_eq!(claimed.id, made.id, "nothing else is due");
        self.fail(&claimed, false).await.unwrap()
    }
}

/// The operator of every world.
pub fn operator() -> OperatorName {
    OperatorName::parse("ops").unwrap()
}

/// The token of a running job.
pub fn token(job: &Job) -> LeaseToken {
    job.lease.as_ref().expect("a running job").token
}

pub fn claim(worker: &str, limit: u32) -> Claim {
    Claim {
        worker: worker.to_owned(),
        queues: vec![Queue::parse("default").unwrap()],
        kinds: None,
        tenant: None,
        limit,
        lease: LEASE,
        request: None,
    }
}

pub fn finish(job: JobId, command: Command) -> Finish {
    Finish { job, tenant: None, command, actor: "test".to_owned() }
}

pub fn complete(token: LeaseToken, units: Option<i64>) -> Command {
    Command::Complete { token, result: Some("{\"ok\":true}".to_owned()), units: units.map(Units) }
}

pub fn fail(token: LeaseToken, retryable: bool) -> Command {
    Command::Fail {
        token,
        failure: Failure::new("http_503", "no answer", None),
        retryable,
        retry_after: None,
    }
}

/// Runs futures at the same time, each in a task of its own; answers in order.
pub async fn all<F>(futures: impl IntoIterator<Item = F>) -> Vec<F::Output>
where
    F: Future<Output: Send + 'static> + Send + 'static,
{
    let tasks: Vec<_> = futures.into_iter().map(tokio::spawn).collect();
    let mut answers = Vec::with_capacity(tasks.len());
    for task in tasks {
        answers.push(task.await.unwrap());
    }
    answers
}
