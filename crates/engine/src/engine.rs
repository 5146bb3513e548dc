//! The engine: one per process and database.

use std::sync::Arc;
use std::time::Duration;

use onceover_domain::job::{RetryPolicy, State};
use onceover_store::{DueQuery, Snapshot, Store, StoreError};

use crate::claim::{self, Claim, Claimed};
use crate::finish::{self, Finish, FinishAnswer};
use crate::group_commit::{Stage, Told};
use crate::hint::Hints;
use crate::overrides::{self, Outcome, OverrideError, Requeue, SetLimit};
use crate::submit::{self, Submit, SubmitAnswer};
use crate::transaction::transact;

/// How long a waiting claim sleeps at most before it looks again: hints are no promise, and other processes give none.
const POLL: Duration = Duration::from_secs(1);
/// How often leases are looked at; a lost job starts again within its lease and two seconds.
const RESCUE_EVERY: Duration = Duration::from_millis(500);
/// Leases ended in one transaction.
const RESCUE_BATCH: u32 = 500;

/// What can be set.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Backoff of failed jobs.
    pub retry: RetryPolicy,
}

/// Runs jobs on one database.
pub struct Engine {
    store: Arc<dyn Store>,
    settings: Settings,
    /// Something can be seen that was not there before.
    changes: Hints,
    /// A job may have become due.
    work: Hints,
    submits: Stage<Submit, SubmitAnswer>,
    finishes: Stage<Finish, FinishAnswer>,
    claims: Stage<Claim, Vec<Claimed>>,
}

impl Engine {
    /// Starts the stages of group commit. Leases are rescued once [`Engine::rescue_forever`] runs.
    #[must_use]
    pub fn start(store: Arc<dyn Store>, settings: Settings) -> Arc<Self> {
        let (changes, work) = (Hints::new(), Hints::new());
        let (finish_retry, claim_retry) = (settings.retry.clone(), settings.retry.clone());
        let submits = Stage::start(
            Arc::clone(&store),
            Arc::new(|tx, batch| Box::pin(submit::submit(tx, batch))),
            told(
                &changes,
                &work,
                |_| true,
                |answer: &SubmitAnswer| answer.as_ref().is_ok_and(|submitted| !submitted.replayed),
            ),
        );
        let finishes = Stage::start(
            Arc::clone(&store),
            Arc::new(move |tx, batch| {
                let retry = finish_retry.clone();
                Box::pin(async move { finish::finish(tx, batch, &retry).await })
            }),
            told(&changes, &work, Result::is_ok, |answer: &FinishAnswer| {
                answer.as_ref().is_ok_and(|job| matches!(job.state, State::Queued | State::Failed))
            }),
        );
        let claims = Stage::start(
            Arc::clone(&store),
            Arc::new(move |tx, batch| {
                let retry = claim_retry.clone();
                Box::pin(async move { claim::claim(tx, batch, &retry).await })
            }),
            // A claim that found nothing must wake nobody, least of all itself.
            told(&changes, &work, |claimed: &Vec<Claimed>| !claimed.is_empty(), |_| false),
        );
        Arc::new(Self { store, settings, changes, work, submits, finishes, claims })
    }

    /// The database.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// Where hints of changes come from.
    #[must_use]
    pub const fn changes(&self) -> &Hints {
        &self.changes
    }

    /// Begins a consistent read.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn read(&self) -> Result<Box<dyn Snapshot>, StoreError> {
        self.store.read().await
    }

    /// Submits one request, in a transaction with its neighbours.
    ///
    /// # Errors
    /// The database failed; a refusal is an answer.
    pub async fn submit(&self, submit: Submit) -> Result<SubmitAnswer, StoreError> {
        self.submits.call(submit).await
    }

    /// Heartbeat, complete, fail, release or cancel of one job, in a transaction with its neighbours.
    ///
    /// # Errors
    /// The database failed; a refusal is an answer.
    pub async fn finish(&self, finish: Finish) -> Result<FinishAnswer, StoreError> {
        self.finishes.call(finish).await
    }

    /// Takes due jobs; waits up to `wait` for some to become due.
    ///
    /// # Errors
    /// The database failed.
    pub async fn claim(&self, claim: Claim, wait: Duration) -> Result<Vec<Claimed>, StoreError> {
        let end = tokio::time::Instant::now() + wait;
        loop {
            // Subscribe, look, then wait: what is submitted after the look gives a hint.
            let mut hint = self.work.subscribe();
            hint.mark_unchanged();
            // The end of the wait cuts only the sleep: a claim cut off half-way would leave leases that nobody holds.
            let claimed = self.claims.call(claim.clone()).await?;
            if !claimed.is_empty() || tokio::time::Instant::now() >= end {
                return Ok(claimed);
            }
            let again = tokio::time::Instant::now() + self.until_due(&claim).await?;
            tokio::select! {
                _ = hint.changed() => {}
                () = tokio::time::sleep_until(again.min(end)) => {}
            }
        }
    }

    /// How long until a job of this claim is due, at most [`POLL`].
    async fn until_due(&self, claim: &Claim) -> Result<Duration, StoreError> {
        let mut snapshot = self.read().await?;
        let now = snapshot.now().await?;
        let due = snapshot.next_due(&query(claim, now)).await?;
        Ok(due.map_or(POLL, |due| due.since(now).clamp(Duration::from_millis(5), POLL)))
    }

    /// Ends all leases that ran out; answers how many.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rescue(&self) -> Result<usize, StoreError> {
        let mut all = 0;
        loop {
            let retry = self.settings.retry.clone();
            let ended = transact(&self.store, move |tx| {
                let retry = retry.clone();
                Box::pin(async move { claim::rescue(tx, RESCUE_BATCH, &retry).await })
            })
            .await?;
            if ended == 0 {
                return Ok(all);
            }
            all += ended;
            self.changes.give();
            self.work.give();
        }
    }

    /// Rescues leases until the task is dropped.
    pub async fn rescue_forever(&self) {
        loop {
            match self.rescue().await {
                Ok(0) => {}
                Ok(lost) => tracing::info!(lost, "leases ran out"),
                Err(error) => tracing::warn!(%error, "leases could not be looked at; trying again"),
            }
            tokio::time::sleep(RESCUE_EVERY).await;
        }
    }

    /// Carries out a requeue.
    ///
    /// # Errors
    /// A refusal or a failure of the database.
    pub async fn requeue(&self, requeue: Requeue) -> Result<Outcome, OverrideError> {
        let answer = transact(&self.store, move |tx| {
            let requeue = requeue.clone();
            Box::pin(async move { overrides::requeue(tx, &requeue).await })
        })
        .await?;
        self.changes.give();
        self.work.give();
        Ok(answer?)
    }

    /// Sets a limit; `None` when it was the meter's first.
    ///
    /// # Errors
    /// A refusal or a failure of the database.
    pub async fn set_limit(&self, set: SetLimit) -> Result<Option<Outcome>, OverrideError> {
        let answer = transact(&self.store, move |tx| {
            let set = set.clone();
            Box::pin(async move { overrides::set_limit(tx, &set).await })
        })
        .await?;
        self.changes.give();
        Ok(answer)
    }
}

/// Gives hints after a transaction whose answers say that something changed, or that there may be work.
fn told<O: 'static>(
    changes: &Hints,
    work: &Hints,
    changed: impl Fn(&O) -> bool + Send + Sync + 'static,
    due: impl Fn(&O) -> bool + Send + Sync + 'static,
) -> Told<O> {
    let (changes, work) = (changes.clone(), work.clone());
    Arc::new(move |answers| {
        if answers.iter().any(&changed) {
            changes.give();
        }
        if answers.iter().any(&due) {
            work.give();
        }
    })
}

fn query(claim: &Claim, now: onceover_domain::time::Time) -> DueQuery {
    DueQuery {
        queues: claim.queues.clone(),
        kinds: claim.kinds.clone(),
        tenant: claim.tenant.clone(),
        limit: claim.limit,
        now,
    }
}
