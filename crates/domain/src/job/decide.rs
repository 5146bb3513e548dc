//! The state table of a job, whole and in one place.
//!
//! Precedence of refusals: the state of the job, then the lease, then the units. Everything is decided here once; SQL only
//! selects candidates and applies the change.

mod review;

use super::{
    Attempt, Command, Failure, Job, Lease, Outcome, RELEASES_LIMIT, Rejection, RetryPolicy, State,
};
use crate::time::Time;
use crate::units::Units;
use review::review;
use std::time::Duration;

/// What [`decide`] needs to know beside the job and the command.
#[derive(Debug, Clone)]
pub struct Facts<'a> {
    /// Database time, read after the job was locked.
    pub now: Time,
    /// Backoff of the job's kind.
    pub retry: &'a RetryPolicy,
    /// Randomness for the backoff, 0 to 65,535.
    pub jitter: u16,
    /// The ended attempt that ran under the command's token, if there is one.
    pub ended: Option<&'a Attempt>,
    /// The meter lets a confirm pass what was reserved.
    pub overage: bool,
}

/// What is to be written. All of it in one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The job as it shall be; `version` is one above the version read.
    pub job: Job,
    /// The attempt that ends with this change.
    pub ended: Option<Attempt>,
    /// What it does to the ledger, in order.
    pub postings: Vec<Posting>,
}

/// What a change does to the job's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Posting {
    /// Hold units in the current period, by a claim of this attempt if one is named.
    Reserve {
        /// How many.
        units: Units,
        /// The attempt whose claim asks for them.
        attempt: Option<u32>,
    },
    /// Charge the open reservation; what is not used goes back.
    Confirm {
        /// How many; all that is reserved if absent.
        units: Option<Units>,
    },
    /// Give the open reservation back.
    Cancel,
}

/// The answer to a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Write this.
    Change(Box<Change>),
    /// The command was carried out before; nothing is to be written and the caller gets the job.
    Repeat,
}

/// Decides what `command` does to `job`.
///
/// # Errors
/// [`Rejection`] names the rule that said no; nothing is to be written then.
pub fn decide(job: &Job, command: &Command, facts: &Facts<'_>) -> Result<Decision, Rejection> {
    match command {
        Command::Claim { token, worker, lease, request } => claim(
            job,
            facts,
            Lease {
                token: *token,
                worker: worker.clone(),
                started_at: facts.now,
                expires_at: facts.now.after(*lease),
                request: request.clone(),
            },
        ),
        Command::Heartbeat { lease, .. } => {
            let held = leased(job, command, facts)?;
            let mut next = next(job, facts, job.state);
            next.changed_at = job.changed_at;
            next.lease = Some(Lease { expires_at: facts.now.after(*lease), ..held.clone() });
            Ok(change(next, None, vec![]))
        }
        Command::Complete { .. } | Command::Fail { .. } | Command::Release { .. } => {
            match leased(job, command, facts) {
                Ok(lease) => finish(job, lease, command, facts),
                Err(lost) => repeated(job, facts.ended, command).unwrap_or(Err(lost)),
            }
        }
        Command::Expire => match &job.lease {
            Some(lease) if job.state == State::Running && lease.expires_at <= facts.now => {
                Ok(lost(job, lease, facts))
            }
            Some(_) | None => Err(Rejection::LeaseLost),
        },
        Command::Cancel => cancel(job, facts),
        Command::Requeue
        | Command::EditAndRequeue
        | Command::ReleaseHold
        | Command::Discard { .. }
        | Command::MarkSucceeded { .. } => review(job, command, facts),
    }
}

fn claim(job: &Job, facts: &Facts<'_>, lease: Lease) -> Result<Decision, Rejection> {
    if !matches!(job.state, State::Queued | State::Failed) {
        return Err(Rejection::WrongState { state: job.state });
    }
    if job.run_at > facts.now {
        return Err(Rejection::NotDue { run_at: job.run_at });
    }
    let mut next = next(job, facts, State::Running);
    next.attempt = job.attempt.saturating_add(1);
    next.started_at = job.started_at.or(Some(facts.now));
    next.lease = Some(lease);
    next.blocked = false;
    let postings = match (&job.hold, job.units) {
        (None, Some(units)) => vec![Posting::Reserve { units, attempt: Some(next.attempt) }],
        (Some(_), _) | (None, None) => vec![],
    };
    Ok(change(next, None, postings))
}

/// The lease, if the command's token is the current, unexpired one.
fn leased<'a>(job: &'a Job, command: &Command, facts: &Facts<'_>) -> Result<&'a Lease, Rejection> {
    match &job.lease {
        Some(lease)
            if job.state == State::Running
                && Some(lease.token) == command.token()
                && facts.now < lease.expires_at =>
        {
            Ok(lease)
        }
        Some(_) | None => Err(Rejection::LeaseLost),
    }
}

/// The answer to a finishing call whose attempt has ended, if it repeats the call that ended it.
fn repeated(
    job: &Job,
    ended: Option<&Attempt>,
    command: &Command,
) -> Option<Result<Decision, Rejection>> {
    let ended = ended?;
    if ended.outcome == Outcome::Lost || ended.content != command.content() {
        return None;
    }
    if let Command::Complete { units, .. } = command
        && *units != ended.units
    {
        // A complete that named no units confirmed all that was reserved, which is what the job asked for.
        let units = ended.units.or(job.units).unwrap_or_default();
        return Some(Err(Rejection::AlreadyConfirmed { units }));
    }
    Some(Ok(Decision::Repeat))
}

fn finish(
    job: &Job,
    lease: &Lease,
    command: &Command,
    facts: &Facts<'_>,
) -> Result<Decision, Rejection> {
    match command {
        Command::Complete { result, units, .. } => {
            let postings = confirm(job, *units, facts)?;
            let mut next = ended_job(job, facts, State::Succeeded);
            next.result.clone_from(result);
            let ended = attempt(job, lease, facts, Outcome::Succeeded, &next, None, command);
            Ok(change(next, Some(Attempt { units: *units, ..ended }), postings))
        }
        Command::Fail { failure, retryable, retry_after, .. } => {
            let failures = job.failures.saturating_add(1);
            let to = if job.cancel_requested {
                State::Cancelled
            } else if *retryable && failures < job.max_attempts {
                State::Failed
            } else {
                State::DeadLetter
            };
            let mut next = ended_job(job, facts, to);
            next.failures = failures;
            next.failure = Some(failure.clone());
            if to == State::Failed {
                let delay =
                    retry_after.unwrap_or_else(|| facts.retry.delay(failures, facts.jitter));
                next.run_at = facts.now.after(delay);
            }
            let ended =
                attempt(job, lease, facts, Outcome::Failed, &next, Some(failure.clone()), command);
            Ok(change(next, Some(ended), given_back(job, to == State::Cancelled)))
        }
        Command::Release { delay, .. } => {
            let releases = job.releases.saturating_add(1);
            let to = if job.cancel_requested {
                State::Cancelled
            } else if releases >= RELEASES_LIMIT {
                State::DeadLetter
            } else {
                State::Queued
            };
            let mut next = ended_job(job, facts, to);
            next.releases = releases;
            if to == State::DeadLetter {
                next.failure = Some(Failure::new(
                    "released_too_often",
                    "workers gave it back again and again",
                    None,
                ));
            }
            if to == State::Queued {
                next.run_at = facts.now.after(delay.unwrap_or(Duration::ZERO));
            }
            // A hold made by this attempt's claim failed before execution; one made at submit stays with the job.
            let by_claim = job.hold.as_ref().is_some_and(|hold| hold.attempt == Some(job.attempt));
            let back = to == State::Cancelled || (to == State::Queued && by_claim);
            let ended = attempt(job, lease, facts, Outcome::Released, &next, None, command);
            Ok(change(next, Some(ended), given_back(job, back)))
        }
        Command::Claim { .. }
        | Command::Heartbeat { .. }
        | Command::Expire
        | Command::Cancel
        | Command::Requeue
        | Command::EditAndRequeue
        | Command::ReleaseHold
        | Command::Discard { .. }
        | Command::MarkSucceeded { .. } => Err(Rejection::WrongState { state: job.state }),
    }
}

fn lost(job: &Job, lease: &Lease, facts: &Facts<'_>) -> Decision {
    let failures = job.failures.saturating_add(1);
    let losses = job.losses.saturating_add(1);
    let to = if job.cancel_requested {
        State::Cancelled
    } else if failures < job.max_attempts {
        State::Failed
    } else {
        State::DeadLetter
    };
    let mut next = ended_job(job, facts, to);
    next.failures = failures;
    next.losses = losses;
    next.failure = Some(Failure::lost());
    if to == State::Failed {
        // A worker that died once says little about the job; the second loss in a row begins the backoff.
        let delay =
            if losses == 1 { Duration::ZERO } else { facts.retry.delay(losses - 1, facts.jitter) };
        next.run_at = facts.now.after(delay);
    }
    let ended =
        attempt(job, lease, facts, Outcome::Lost, &next, Some(Failure::lost()), &Command::Expire);
    change(next, Some(ended), given_back(job, to == State::Cancelled))
}

fn cancel(job: &Job, facts: &Facts<'_>) -> Result<Decision, Rejection> {
    match job.state {
        State::Queued | State::Failed => {
            let next = ended_job(job, facts, State::Cancelled);
            Ok(change(next, None, given_back(job, true)))
        }
        State::Running if job.cancel_requested => Ok(Decision::Repeat),
        State::Running => {
            let mut next = next(job, facts, State::Running);
            next.changed_at = job.changed_at;
            next.cancel_requested = true;
            Ok(change(next, None, vec![]))
        }
        State::Cancelled => Ok(Decision::Repeat),
        State::Succeeded | State::DeadLetter => Err(Rejection::WrongState { state: job.state }),
    }
}

fn confirm(job: &Job, units: Option<Units>, facts: &Facts<'_>) -> Result<Vec<Posting>, Rejection> {
    match (&job.hold, units) {
        (_, Some(units)) if units.is_negative() => Err(Rejection::NegativeUnits),
        (Some(hold), Some(units)) if units > hold.units && !facts.overage => {
            Err(Rejection::ExceedsReservation { reserved: hold.units, units })
        }
        (Some(_), units) => Ok(vec![Posting::Confirm { units }]),
        (None, Some(_)) => Err(Rejection::NoMeter),
        (None, None) => Ok(vec![]),
    }
}

fn given_back(job: &Job, back: bool) -> Vec<Posting> {
    if back && job.hold.is_some() { vec![Posting::Cancel] } else { vec![] }
}

fn change(job: Job, ended: Option<Attempt>, postings: Vec<Posting>) -> Decision {
    Decision::Change(Box::new(Change { job, ended, postings }))
}

/// The job one version later in state `to`; holds are settled by postings and set when those are applied.
fn next(job: &Job, facts: &Facts<'_>, to: State) -> Job {
    Job { state: to, changed_at: facts.now, version: job.version.saturating_add(1), ..job.clone() }
}

/// As [`next`], with the attempt over: no lease, runs of losses and releases ended, final states dated.
fn ended_job(job: &Job, facts: &Facts<'_>, to: State) -> Job {
    let mut next = next(job, facts, to);
    next.lease = None;
    next.losses = 0;
    next.releases = 0;
    next.blocked = false;
    if to.is_final() {
        next.finished_at = Some(facts.now);
    }
    next
}

fn attempt(
    job: &Job,
    lease: &Lease,
    facts: &Facts<'_>,
    outcome: Outcome,
    next: &Job,
    failure: Option<Failure>,
    command: &Command,
) -> Attempt {
    Attempt {
        number: job.attempt,
        generation: job.generation,
        worker: lease.worker.clone(),
        token: lease.token,
        started_at: lease.started_at,
        ended_at: facts.now,
        outcome,
        failure,
        retry_at: matches!(next.state, State::Failed | State::Queued).then_some(next.run_at),
        state_after: next.state,
        content: command.content(),
        units: None,
    }
}
