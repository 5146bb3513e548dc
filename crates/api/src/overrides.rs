//! Overrides: see what a requeue will do (`job.requeue_plan`), then ask for it (`job.requeue`).

use onceover_domain::id::JobId;
use onceover_domain::job::{Rejection, State};
use onceover_domain::overrides::{EventKind, OverrideKind, Policy};
use onceover_domain::units::Units;
use onceover_engine::overrides::{Outcome, Requeue};
use onceover_store::{Scope, Snapshot};

use crate::dto::{self, Problem};
use crate::job::{find, job_id};
use crate::{Api, Caller, problem, view};

/// What the canonical form of a requeue says of the job that was seen.
#[derive(serde::Deserialize)]
struct Seen {
    job: String,
    generation: u32,
    payload_revision: u32,
}

impl Api {
    /// What a requeue of this job would do, read at one time; changes nothing.
    ///
    /// # Errors
    /// `not_found`, `operator_needed`.
    pub async fn requeue_plan(
        &self,
        caller: &Caller,
        id: &str,
    ) -> Result<dto::RequeuePlan, Problem> {
        caller.operator()?;
        caller.needs(Scope::Read)?;
        let mut snapshot = self.read().await?;
        let job = find(&mut *snapshot, caller, id).await?;
        let before = self.balance_of_job(&mut *snapshot, &job).await?;
        let attempts = snapshot.attempts(&job).await?;
        let overrides = self.overrides_of_job(&mut *snapshot, job.id).await?;
        let reserves_anew = job.hold.is_none() && job.units.is_some();
        let after = before
            .clone()
            .map(|balance| if reserves_anew { reserved(balance, job.units) } else { balance });
        let refused = if job.state == State::DeadLetter {
            after
                .as_ref()
                .filter(|balance| reserves_anew && balance.available.starts_with('-'))
                .map(|_| "limit_exceeded")
        } else {
            Some(Rejection::WrongState { state: job.state }.code())
        };
        let hold = match (&job.hold, &job.units) {
            (Some(_), _) => "keep",
            (None, Some(_)) => "reserve",
            (None, None) => "none",
        };
        Ok(dto::RequeuePlan {
            generation: job.generation,
            payload_revision: job.payload_revision,
            effect_key: job.effect_key(),
            hold: hold.to_owned(),
            after,
            refused: refused.map(str::to_owned),
            may_have_acted: attempts
                .last()
                .is_some_and(|attempt| attempt.outcome == onceover_domain::job::Outcome::Lost),
            approvals_needed: Policy::DEFAULT.need(OverrideKind::Requeue, 1, false, 0).approvals,
            earlier: overrides
                .into_iter()
                .filter(|summary| summary.kind == OverrideKind::Requeue.as_str())
                .collect(),
            job: view::row(onceover_store::JobRow {
                scale: before.as_ref().map(|balance| balance.scale),
                job,
            }),
            before,
            as_of: snapshot.now().await?.to_string(),
        })
    }

    /// The generation and payload revision that an earlier request for this requeue had seen, if this request id made one: a
    /// caller that keeps no state repeats its request with them and gets the first answer.
    ///
    /// # Errors
    /// `operator_needed`, or the database is away.
    pub async fn requeue_seen(
        &self,
        caller: &Caller,
        id: &str,
        request_id: &str,
    ) -> Result<Option<(u32, u32)>, Problem> {
        let operator = caller.operator()?;
        let mut snapshot = self.read().await?;
        let Some(earlier) = snapshot.override_by_request(operator, request_id).await? else {
            return Ok(None);
        };
        let found = snapshot.overrides(&[earlier]).await?;
        let seen = found
            .first()
            .filter(|(request, _)| request.kind == OverrideKind::Requeue)
            .and_then(|(request, _)| serde_json::from_str::<Seen>(&request.canonical).ok())
            .filter(|seen| seen.job == id);
        Ok(seen.map(|seen| (seen.generation, seen.payload_revision)))
    }

    /// Runs a dead letter again, with a reason, by override.
    ///
    /// # Errors
    /// `stale`, `wrong_state`, `limit_exceeded`, `reason_invalid`, `request_id_reused`, `not_found`.
    pub async fn requeue(
        &self,
        caller: &Caller,
        request: dto::RequeueRequest,
    ) -> Result<dto::OverrideOutcome, Problem> {
        let operator = caller.operator()?.clone();
        if !(1..=255).contains(&request.request_id.len()) {
            return Err(problem::invalid("`request_id` must be 1 to 255 bytes"));
        }
        let requeue = Requeue {
            job: job_id(&request.id)?,
            generation: request.generation,
            payload_revision: request.payload_revision,
            reason: request.reason,
            operator,
            request_id: request.request_id,
        };
        outcome(self.engine.requeue(requeue).await?)
    }

    pub(crate) async fn overrides_of_job(
        &self,
        snapshot: &mut dyn Snapshot,
        job: JobId,
    ) -> Result<Vec<dto::OverrideSummary>, Problem> {
        let ids = snapshot.overrides_of_job(job).await?;
        if ids.is_empty() {
            return Ok(vec![]);
        }
        let mut found = snapshot.overrides(&ids).await?;
        found.sort_by_key(|(request, _)| request.requested_at);
        Ok(found.iter().map(|(request, events)| view::override_summary(request, events)).collect())
    }
}

/// The answer to an override; one that a rule refused is a problem with its recorded reason.
pub fn outcome(outcome: Outcome) -> Result<dto::OverrideOutcome, Problem> {
    if outcome.last == EventKind::Failed {
        let why = outcome.reason.unwrap_or_default();
        return Err(Problem::new(409, "override_failed", "A rule refused it", why));
    }
    Ok(dto::OverrideOutcome {
        id: outcome.id.to_string(),
        state: outcome.last.state().to_owned(),
        kind: outcome.kind.as_str().to_owned(),
        at: outcome.at.to_string(),
        replayed: outcome.replayed,
    })
}

/// The balance with `units` more reserved; a sum past 64 bits shows as far below zero.
fn reserved(balance: dto::Balance, units: Option<Units>) -> dto::Balance {
    let number = |text: &str| text.parse::<i64>().unwrap_or(i64::MIN);
    let units = units.unwrap_or_default().0;
    dto::Balance {
        reserved: number(&balance.reserved).saturating_add(units).to_string(),
        available: number(&balance.available).saturating_sub(units).to_string(),
        ..balance
    }
}
