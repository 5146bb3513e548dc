//! Claim: workers take due jobs; no two ever hold the same one.
//!
//! Jobs that another transaction has locked are passed over, so claimers never wait for each other. Within a batch, claims that
//! ask for the same are served by one selection.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use onceover_domain::id::{JobId, Kind, LeaseToken, Queue, TenantId};
use onceover_domain::job::{
    Change, Command, Decision, Facts, Job, Rejection, RetryPolicy, State, decide,
};
use onceover_domain::ledger::Origin;
use onceover_domain::time::Time;
use onceover_store::{DueQuery, StoreError, Transaction};
use uuid::Uuid;

use crate::apply::{self, Work};

/// How soon a job is looked at again whose units did not fit.
const BLOCKED_RETRY: Duration = Duration::from_secs(5);

/// What a worker asks for.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The worker's name for itself.
    pub worker: String,
    /// From these queues.
    pub queues: Vec<Queue>,
    /// Of these kinds; any if absent.
    pub kinds: Option<Vec<Kind>>,
    /// Of this tenant; any if absent.
    pub tenant: Option<TenantId>,
    /// At most this many.
    pub limit: u32,
    /// How long the leases run.
    pub lease: Duration,
    /// Repeating this id returns the same leases while they last. Unique to the caller.
    pub request: Option<String>,
}

/// A claimed job with its payload; the lease is in the job.
#[derive(Debug, Clone)]
pub struct Claimed {
    /// The job, running.
    pub job: Job,
    /// Its payload.
    pub payload: Option<String>,
}

/// Serves a batch of claims in the caller's transaction: one answer a claim, in order.
///
/// # Errors
/// The database fails; nothing of the batch may be committed then.
pub async fn claim(
    tx: &mut dyn Transaction,
    batch: Arc<[Claim]>,
    retry: &RetryPolicy,
) -> Result<Vec<Vec<Claimed>>, StoreError> {
    let now = tx.now().await?;
    let mut jobs: Vec<Vec<Job>> = vec![vec![]; batch.len()];
    let mut fresh: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    let mut requests: BTreeMap<&str, usize> = BTreeMap::new();
    let mut twins: Vec<(usize, usize)> = vec![];
    for (index, item) in batch.iter().enumerate() {
        if let Some(request) = &item.request {
            if let Some(first) = requests.get(request.as_str()) {
                twins.push((index, *first));
                continue;
            }
            requests.insert(request, index);
            jobs[index] = tx.leased_by_request(request, now).await?;
        }
        if jobs[index].is_empty() {
            fresh
                .entry((item.queues.clone(), item.kinds.clone(), item.tenant.clone()))
                .or_default()
                .push(index);
        }
    }
    let mut taken: BTreeSet<JobId> = BTreeSet::new();
    for ((queues, kinds, tenant), indexes) in fresh {
        let limit =
            indexes.iter().fold(0, |sum: u32, index| sum.saturating_add(batch[*index].limit));
        let mut due: Vec<Job> =
            tx.lock_due(&DueQuery { queues, kinds, tenant, limit, now }).await?;
        // A transaction sees through its own locks: an overlapping claim of this batch may have these already.
        due.retain(|job| taken.insert(job.id));
        let mut due = due.into_iter();
        let mut given: Vec<(usize, Job)> = vec![];
        for index in indexes {
            given.extend(due.by_ref().take(batch[index].limit as usize).map(|job| (index, job)));
        }
        for (index, job) in start(tx, &batch, given, retry).await? {
            jobs[index].push(job);
        }
    }
    // The same request twice in one batch is a repeat of the first.
    for (twin, first) in twins {
        jobs[twin] = jobs[first].clone();
    }
    with_payloads(tx, jobs).await
}

/// Gives each job to its claim; jobs whose units do not fit are put aside.
async fn start(
    tx: &mut dyn Transaction,
    batch: &[Claim],
    given: Vec<(usize, Job)>,
    retry: &RetryPolicy,
) -> Result<Vec<(usize, Job)>, StoreError> {
    let now = tx.now().await?;
    let (mut works, mut of) = (vec![], vec![]);
    for (index, job) in given {
        let item = &batch[index];
        let command = Command::Claim {
            token: LeaseToken(Uuid::new_v4()),
            worker: item.worker.clone(),
            lease: item.lease,
            request: item.request.clone(),
        };
        let facts = Facts { now, retry, jitter: 0, ended: None, overage: false };
        if let Ok(Decision::Change(change)) = decide(&job, &command, &facts) {
            works.push(Work {
                change: *change,
                origin: Origin { actor: item.worker.clone(), ..Origin::default() },
            });
            of.push((index, job));
        }
    }
    let reserving =
        works.iter().filter(|work| !work.change.postings.is_empty()).filter_map(|work| {
            let job = &work.change.job;
            Some((job.tenant.clone(), job.meter.clone()?))
        });
    let meters = apply::meters(tx, reserving.collect::<Vec<_>>().into_iter()).await?;
    let (prepared, rejections) = apply::prepare(tx, works, &meters, now).await?;
    let mut started = prepared.jobs();
    apply::write(tx, prepared).await?;
    let (mut running, mut blocked) = (vec![], vec![]);
    for ((index, job), rejection) in of.into_iter().zip(rejections) {
        match rejection {
            None => running.extend(started.next().map(|job| (index, job))),
            Some(rejection) => blocked.push(put_aside(job, &rejection, now)),
        }
    }
    if !blocked.is_empty() {
        tx.update_jobs(&blocked).await?;
    }
    Ok(running)
}

/// The job waits, shown as blocked, and is looked at again soon.
fn put_aside(job: Job, rejection: &Rejection, now: Time) -> Job {
    tracing::debug!(job = %job.id, %rejection, "a job could not start");
    Job {
        blocked: matches!(rejection, Rejection::LimitExceeded(_)),
        run_at: now.after(BLOCKED_RETRY),
        version: job.version.saturating_add(1),
        ..job
    }
}

async fn with_payloads(
    tx: &mut dyn Transaction,
    jobs: Vec<Vec<Job>>,
) -> Result<Vec<Vec<Claimed>>, StoreError> {
    let ids: Vec<JobId> = jobs.iter().flatten().map(|job| job.id).collect();
    let payloads: BTreeMap<JobId, Option<String>> = if ids.is_empty() {
        BTreeMap::new()
    } else {
        tx.payloads(&ids).await?.into_iter().collect()
    };
    let claimed = |job: Job| Claimed { payload: payloads.get(&job.id).cloned().flatten(), job };
    Ok(jobs.into_iter().map(|jobs| jobs.into_iter().map(claimed).collect()).collect())
}

/// Ends the leases that ran out: the attempt is lost and counted. Answers how many.
///
/// # Errors
/// The database fails.
pub async fn rescue(
    tx: &mut dyn Transaction,
    limit: u32,
    retry: &RetryPolicy,
) -> Result<usize, StoreError> {
    let now = tx.now().await?;
    let expired = tx.lock_expired(now, limit).await?;
    let now = tx.now().await?;
    let lost = |job: &Job| {
        let facts = Facts { now, retry, jitter: rand::random(), ended: None, overage: false };
        match decide(job, &Command::Expire, &facts) {
            Ok(Decision::Change(change)) => Some(*change),
            // It was finished or its lease renewed between the selection and the lock.
            Ok(Decision::Repeat) | Err(_) => None,
        }
    };
    let changes: Vec<Change> = expired.iter().filter_map(lost).collect();
    let count = changes.len();
    if count == 0 {
        return Ok(0);
    }
    let works: Vec<Work> = changes
        .into_iter()
        .map(|change| Work {
            change,
            origin: Origin { actor: "rescuer".to_owned(), ..Origin::default() },
        })
        .collect();
    let settled =
        works.iter().filter(|work| work.change.job.state == State::Cancelled).filter_map(|work| {
            let job = &work.change.job;
            Some((job.tenant.clone(), job.meter.clone()?))
        });
    let meters = apply::meters(tx, settled.collect::<Vec<_>>().into_iter()).await?;
    let (prepared, _) = apply::prepare(tx, works, &meters, now).await?;
    apply::write(tx, prepared).await?;
    Ok(count)
}
