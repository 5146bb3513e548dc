//! What workers and callers say about one job: heartbeat, complete, fail, release, cancel. One batch, one transaction.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use onceover_domain::id::{JobId, LeaseToken, TenantId};
use onceover_domain::job::{
    Attempt, Command, Decision, Facts, Job, Rejection, RetryPolicy, decide,
};
use onceover_domain::ledger::Origin;
use onceover_store::{StoreError, Transaction};

use crate::apply::{self, Work};

/// One command for one job.
#[derive(Debug, Clone)]
pub struct Finish {
    /// The job.
    pub job: JobId,
    /// The caller's tenant; a job of another one is as if it did not exist.
    pub tenant: Option<TenantId>,
    /// What is asked.
    pub command: Command,
    /// Who asks, for the ledger.
    pub actor: String,
}

/// Why a command did nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FinishRefused {
    /// There is no such job for this caller.
    #[error("there is no such job")]
    NotFound,
    /// A rule said no.
    #[error(transparent)]
    Rejected(#[from] Rejection),
}

/// Answer to one command: the job as it is afterwards.
pub type FinishAnswer = Result<Job, FinishRefused>;

/// Carries out a batch in the caller's transaction: one answer an item, in order.
///
/// # Errors
/// The database fails; nothing of the batch may be committed then.
pub async fn finish(
    tx: &mut dyn Transaction,
    batch: Arc<[Finish]>,
    retry: &RetryPolicy,
) -> Result<Vec<FinishAnswer>, StoreError> {
    let ids: BTreeSet<JobId> = batch.iter().map(|item| item.job).collect();
    let ids: Vec<JobId> = ids.into_iter().collect();
    let mut jobs: BTreeMap<JobId, Job> =
        tx.lock_jobs(&ids).await?.into_iter().map(|job| (job.id, job)).collect();
    let mut answers: Vec<Option<FinishAnswer>> = vec![None; batch.len()];
    let mut rest: Vec<usize> = (0..batch.len()).collect();
    // Several commands for one job take turns: each wave holds at most one a job and sees what the wave before wrote.
    while !rest.is_empty() {
        let mut seen = BTreeSet::new();
        let (wave, later): (Vec<usize>, Vec<usize>) =
            rest.into_iter().partition(|index| seen.insert(batch[*index].job));
        rest = later;
        one_wave(tx, &batch, &wave, &mut jobs, &mut answers, retry).await?;
    }
    Ok(answers.into_iter().flatten().collect())
}

async fn one_wave(
    tx: &mut dyn Transaction,
    batch: &[Finish],
    wave: &[usize],
    jobs: &mut BTreeMap<JobId, Job>,
    answers: &mut [Option<FinishAnswer>],
    retry: &RetryPolicy,
) -> Result<(), StoreError> {
    let now = tx.now().await?;
    let ended = ended_attempts(tx, batch, wave, jobs).await?;
    let metered = wave.iter().filter_map(|index| {
        let job = jobs.get(&batch[*index].job)?;
        Some((job.tenant.clone(), job.meter.clone()?))
    });
    let meters = apply::meters(tx, metered.collect::<Vec<_>>().into_iter()).await?;
    let (mut works, mut of) = (vec![], vec![]);
    for index in wave {
        let item = &batch[*index];
        let job = jobs
            .get(&item.job)
            .filter(|job| item.tenant.as_ref().is_none_or(|tenant| *tenant == job.tenant));
        let Some(job) = job else {
            answers[*index] = Some(Err(FinishRefused::NotFound));
            continue;
        };
        let meter =
            job.meter.as_ref().and_then(|meter| meters.get(&(job.tenant.clone(), meter.clone())));
        let facts = Facts {
            now,
            retry,
            jitter: rand::random(),
            ended: item.command.token().and_then(|token| ended.get(&(job.id, token))),
            overage: meter.is_some_and(|meter| meter.overage),
        };
        match decide(job, &item.command, &facts) {
            Ok(Decision::Repeat) => answers[*index] = Some(Ok(job.clone())),
            Ok(Decision::Change(change)) => {
                works.push(Work {
                    change: *change,
                    origin: Origin { actor: item.actor.clone(), ..Origin::default() },
                });
                of.push(*index);
            }
            Err(rejection) => answers[*index] = Some(Err(rejection.into())),
        }
    }
    let (prepared, rejections) = apply::prepare(tx, works, &meters, now).await?;
    let mut changed = prepared.jobs();
    apply::write(tx, prepared).await?;
    for (index, rejection) in of.into_iter().zip(rejections) {
        answers[index] = Some(match rejection {
            Some(rejection) => Err(rejection.into()),
            None => match changed.next() {
                Some(job) => {
                    jobs.insert(job.id, job.clone());
                    Ok(job)
                }
                None => Err(FinishRefused::NotFound),
            },
        });
    }
    Ok(())
}

/// Ended attempts of commands whose token is not the job's current one: they may be repeats.
async fn ended_attempts(
    tx: &mut dyn Transaction,
    batch: &[Finish],
    wave: &[usize],
    jobs: &BTreeMap<JobId, Job>,
) -> Result<BTreeMap<(JobId, LeaseToken), Attempt>, StoreError> {
    let of: Vec<(JobId, LeaseToken)> = wave
        .iter()
        .filter_map(|index| {
            let token = batch[*index].command.token()?;
            let job = jobs.get(&batch[*index].job)?;
            (job.lease.as_ref().map(|lease| lease.token) != Some(token)).then_some((job.id, token))
        })
        .collect();
    if of.is_empty() {
        return Ok(BTreeMap::new());
    }
    Ok(tx
        .ended_attempts(&of)
        .await?
        .into_iter()
        .map(|(job, attempt)| ((job, attempt.token), attempt))
        .collect())
}
