//! From what the store reads to what crosses the line.

use std::collections::BTreeMap;

use onceover_domain::job::{Attempt, Failure, Job, State};
use onceover_domain::ledger::{Account, Entry};
use onceover_domain::overrides::{EventKind, Override, OverrideEvent};
use onceover_domain::tenant::MeterSettings;
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store as store;
use serde_json::value::RawValue;

use crate::dto;
use crate::dto::Problem;

pub fn environment(environment: store::Environment) -> dto::Environment {
    match environment {
        store::Environment::Production => dto::Environment::Production,
        store::Environment::Staging => dto::Environment::Staging,
        store::Environment::Test => dto::Environment::Test,
        store::Environment::Local => dto::Environment::Local,
    }
}

pub const fn state(state: State) -> dto::JobState {
    match state {
        State::Queued => dto::JobState::Queued,
        State::Running => dto::JobState::Running,
        State::Succeeded => dto::JobState::Succeeded,
        State::Failed => dto::JobState::Failed,
        State::DeadLetter => dto::JobState::DeadLetter,
        State::Cancelled => dto::JobState::Cancelled,
    }
}

pub const fn state_named(state: dto::JobState) -> State {
    match state {
        dto::JobState::Queued => State::Queued,
        dto::JobState::Running => State::Running,
        dto::JobState::Succeeded => State::Succeeded,
        dto::JobState::Failed => State::Failed,
        dto::JobState::DeadLetter => State::DeadLetter,
        dto::JobState::Cancelled => State::Cancelled,
    }
}

pub fn error(failure: &Failure) -> dto::JobError {
    dto::JobError {
        class: failure.class.clone(),
        message: failure.message.clone(),
        backtrace: failure.backtrace.clone(),
    }
}

fn raw(text: String) -> Result<Box<RawValue>, Problem> {
    RawValue::from_string(text).map_err(|error| {
        tracing::error!(%error, "stored JSON does not read back");
        Problem::new(
            500,
            "internal",
            "Something broke",
            "a stored payload does not read back as JSON",
        )
    })
}

/// A job on the wire; an erased payload is `null`.
pub fn job(job: Job, payload: Option<String>) -> Result<dto::Job, Problem> {
    Ok(dto::Job {
        id: job.id.to_string(),
        tenant: job.tenant.to_string(),
        kind: job.kind.to_string(),
        queue: job.queue.to_string(),
        state: state(job.state),
        priority: job.priority,
        attempt: job.attempt,
        failures: job.failures,
        max_attempts: job.max_attempts,
        generation: job.generation,
        run_at: job.run_at.to_string(),
        created_at: job.created_at.to_string(),
        started_at: time(job.started_at),
        finished_at: time(job.finished_at),
        meter: job.meter.map(|meter| meter.to_string()),
        units: job.units.map(|units| units.to_string()),
        payload: raw(payload.unwrap_or_else(|| "null".to_owned()))?,
        result: job.result.map(raw).transpose()?,
        error: job.failure.as_ref().map(error),
        labels: job.labels,
        idempotency_key: job.key,
        cancel_requested: job.cancel_requested,
        blocked: job.blocked,
    })
}

pub fn row(row: store::JobRow) -> dto::JobRow {
    let store::JobRow { job, scale } = row;
    let (worker, lease_expires_at) =
        job.lease.map(|lease| (lease.worker, lease.expires_at.to_string())).unzip();
    dto::JobRow {
        id: job.id.to_string(),
        tenant: job.tenant.to_string(),
        kind: job.kind.to_string(),
        queue: job.queue.to_string(),
        state: state(job.state),
        priority: job.priority,
        attempt: job.attempt,
        failures: job.failures,
        max_attempts: job.max_attempts,
        generation: job.generation,
        payload_revision: job.payload_revision,
        run_at: job.run_at.to_string(),
        created_at: job.created_at.to_string(),
        changed_at: job.changed_at.to_string(),
        started_at: time(job.started_at),
        finished_at: time(job.finished_at),
        error: job.failure.as_ref().map(error),
        meter: job.meter.map(|meter| meter.to_string()),
        units: job.units.map(|units| units.to_string()),
        scale,
        held: job.hold.map(|hold| hold.units.to_string()),
        idempotency_key: job.key,
        cancel_requested: job.cancel_requested,
        blocked: job.blocked,
        worker,
        lease_expires_at,
    }
}

pub fn time(time: Option<Time>) -> Option<String> {
    time.map(|time| time.to_string())
}

/// Start of a period; a meter without periods has none.
pub fn period(start: Time) -> Option<String> {
    (start > Time(0)).then(|| start.to_string())
}

pub fn attempt(attempt: Attempt) -> dto::Attempt {
    dto::Attempt {
        number: attempt.number,
        generation: attempt.generation,
        worker: attempt.worker,
        started_at: attempt.started_at.to_string(),
        ended_at: Some(attempt.ended_at.to_string()),
        outcome: attempt.outcome.as_str().to_owned(),
        error: attempt.failure.as_ref().map(error),
        retry_at: time(attempt.retry_at),
        state_after: Some(state(attempt.state_after)),
    }
}

/// The attempt that runs right now.
pub fn running_attempt(job: &Job) -> Option<dto::Attempt> {
    let lease = job.lease.as_ref()?;
    Some(dto::Attempt {
        number: job.attempt,
        generation: job.generation,
        worker: lease.worker.clone(),
        started_at: lease.started_at.to_string(),
        ended_at: None,
        outcome: "running".to_owned(),
        error: None,
        retry_at: None,
        state_after: None,
    })
}

pub fn submission(submission: store::Submission) -> dto::Submission {
    dto::Submission {
        outcome: submission.outcome.as_str().to_owned(),
        code: submission.code,
        sender: submission.sender,
        request_id: submission.request_id,
        at: submission.at.to_string(),
        paths: submission.paths,
    }
}

pub fn entry(entry: Entry, key: Option<String>) -> dto::Entry {
    dto::Entry {
        tenant: entry.tenant.to_string(),
        meter: entry.meter.to_string(),
        period_start: period(entry.period_start),
        sequence: entry.sequence,
        kind: entry.kind.as_str().to_owned(),
        units: entry.units.to_string(),
        used_delta: entry.used_delta.to_string(),
        reserved_delta: entry.reserved_delta.to_string(),
        used: entry.used.to_string(),
        reserved: entry.reserved.to_string(),
        limit: entry.limit.map(|limit| limit.to_string()),
        job: entry.job.map(|job| job.to_string()),
        idempotency_key: key,
        attempt: entry.attempt,
        settles: entry.settles,
        overage: entry.overage,
        actor: entry.actor,
        reason: entry.reason,
        override_id: entry.override_id.map(|id| id.to_string()),
        at: entry.at.to_string(),
    }
}

/// A balance; what is past 64 bits cannot occur below a 64-bit limit.
pub fn balance(meter: &MeterSettings, totals: &store::AccountTotals) -> dto::Balance {
    let account: &Account = &totals.account;
    let available = account.available(meter.limit.units).unwrap_or(Units(i64::MIN));
    dto::Balance {
        tenant: account.tenant.to_string(),
        meter: account.meter.to_string(),
        period_start: period(account.period_start),
        limit: meter.limit.units.to_string(),
        used: account.used.to_string(),
        reserved: account.reserved.to_string(),
        available: available.to_string(),
        limit_version: meter.limit.version,
        scale: meter.scale,
        held_by_dead_letters: totals.held_by_dead_letters.to_string(),
        refused: totals.refused,
    }
}

pub fn override_summary(request: &Override, events: &[OverrideEvent]) -> dto::OverrideSummary {
    let last = events.last().map_or(EventKind::Requested, |event| event.kind);
    let decided = events.last().filter(|_| last.state() != "pending");
    dto::OverrideSummary {
        id: request.id.to_string(),
        kind: request.kind.as_str().to_owned(),
        operator: request.requester.to_string(),
        reason: request.reason.clone(),
        state: last.state().to_owned(),
        single_operator: request.single_operator,
        approvals_needed: request.approvals_needed,
        requested_at: request.requested_at.to_string(),
        decided_at: decided.map(|event| event.at.to_string()),
    }
}

pub fn group(group: store::DeadLetterGroup) -> dto::DeadLetterGroup {
    dto::DeadLetterGroup {
        group: group.group,
        class: group.class,
        message: group.message,
        jobs: group.jobs,
        tenants: group.tenants.iter().map(ToString::to_string).collect(),
        kinds: group.kinds.iter().map(ToString::to_string).collect(),
        first_at: group.first_at.to_string(),
        last_at: group.last_at.to_string(),
        held: group
            .held
            .into_iter()
            .map(|(meter, scale, units)| dto::HeldByMeter {
                meter: meter.to_string(),
                scale,
                units: units.to_string(),
            })
            .collect(),
        hours: group.hours.to_vec(),
    }
}

/// Counts in the order of the state table, zeros included.
pub fn counts(counts: &[(State, i64)]) -> Vec<dto::StateCount> {
    let of: BTreeMap<&str, i64> =
        counts.iter().map(|(state, count)| (state.as_str(), *count)).collect();
    State::ALL
        .into_iter()
        .map(|each| dto::StateCount {
            state: state(each),
            count: of.get(each.as_str()).copied().unwrap_or(0),
        })
        .collect()
}
