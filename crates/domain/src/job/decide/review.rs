//! The ways out of `dead_letter`, which only an override may ask for.

use super::{Decision, Facts, Posting, change, confirm, ended_job, given_back, next};
use crate::job::{Command, Job, Rejection, State};

/// Decides what an override asks of a dead letter.
pub(super) fn review(
    job: &Job,
    command: &Command,
    facts: &Facts<'_>,
) -> Result<Decision, Rejection> {
    if job.state != State::DeadLetter {
        return Err(Rejection::WrongState { state: job.state });
    }
    match command {
        Command::Requeue | Command::EditAndRequeue => {
            let mut next = ended_job(job, facts, State::Queued);
            next.failures = 0;
            next.generation = job.generation.saturating_add(1);
            next.run_at = facts.now;
            if *command == Command::EditAndRequeue {
                next.payload_revision = job.payload_revision.saturating_add(1);
            }
            let postings = match (&job.hold, job.units) {
                (None, Some(units)) => vec![Posting::Reserve { units, attempt: None }],
                (Some(_), _) | (None, None) => vec![],
            };
            Ok(change(next, None, postings))
        }
        Command::ReleaseHold if job.hold.is_some() => {
            let mut next = next(job, facts, State::DeadLetter);
            next.changed_at = job.changed_at;
            Ok(change(next, None, vec![Posting::Cancel]))
        }
        Command::Discard { charge: true } if job.hold.is_some() => Ok(change(
            ended_job(job, facts, State::Cancelled),
            None,
            vec![Posting::Confirm { units: None }],
        )),
        Command::Discard { charge: false } => {
            Ok(change(ended_job(job, facts, State::Cancelled), None, given_back(job, true)))
        }
        Command::MarkSucceeded { units: Some(units) } if units.is_negative() => {
            Err(Rejection::NegativeUnits)
        }
        Command::MarkSucceeded { units } => {
            let mut postings = vec![];
            if job.hold.is_none()
                && let Some(reserved) = job.units
            {
                postings.push(Posting::Reserve { units: units.unwrap_or(reserved), attempt: None });
                postings.push(Posting::Confirm { units: *units });
            } else {
                postings = confirm(job, *units, facts)?;
            }
            Ok(change(ended_job(job, facts, State::Succeeded), None, postings))
        }
        Command::ReleaseHold | Command::Discard { charge: true } => Err(Rejection::NoHold),
        Command::Claim { .. }
        | Command::Heartbeat { .. }
        | Command::Complete { .. }
        | Command::Fail { .. }
        | Command::Release { .. }
        | Command::Expire
        | Command::Cancel => Err(Rejection::WrongState { state: job.state }),
    }
}
