//! `jobs list`, `jobs show`.

use onceover_api::JobQuery;
use onceover_api::dto::{JobDetail, JobFilter, JobList, JobRow, JobState};

use crate::arguments::{Jobs, JobsList, JobsShow};
use crate::command::desk;
use crate::failure::{Exit, Failure};
use crate::table::{facts, table};
use crate::units::{decimal, decimal_of};
use crate::{ledger, output};

pub async fn run(jobs: Jobs) -> Result<Exit, Failure> {
    match jobs {
        Jobs::List(arguments) => list(arguments).await,
        Jobs::Show(arguments) => show(arguments).await,
    }
}

async fn list(arguments: JobsList) -> Result<Exit, Failure> {
    let state = arguments.state.as_deref().map(state_named).transpose()?;
    let desk = desk(&arguments.common).await?;
    if arguments.common.json {
        let query = JobQuery {
            state,
            tenant: arguments.tenant,
            kind: arguments.kind,
            queue: arguments.queue,
            key: arguments.key,
            error: arguments.error,
            cursor: arguments.cursor,
            limit: arguments.limit,
        };
        let page = desk.api.jobs(&desk.operator, query).await?;
        output::print(true, &page, String::new)?;
    } else {
        let filter = JobFilter {
            state,
            tenant: arguments.tenant,
            kind: arguments.kind,
            queue: arguments.queue,
            key: arguments.key,
            error: arguments.error,
            cursor: arguments.cursor,
            limit: arguments.limit,
        };
        let page = desk.api.job_list(&desk.operator, filter).await?;
        output::line(&human(&page))?;
    }
    Ok(Exit::Done)
}

fn human(page: &JobList) -> String {
    if page.items.is_empty() {
        return "No job matches.".to_owned();
    }
    let headers =
        ["id", "state", "tenant", "kind", ">attempt", ">units", "meter", "created", "key", "error"];
    let rows: Vec<Vec<String>> = page.items.iter().map(row).collect();
    let mut text = table(&headers, &rows);
    if let Some(cursor) = &page.next_cursor {
        text.push_str("More with --cursor ");
        text.push_str(cursor);
    }
    text
}

fn row(job: &JobRow) -> Vec<String> {
    let error = job.error.as_ref();
    vec![
        job.id.clone(),
        state(job.state).to_owned(),
        job.tenant.clone(),
        job.kind.clone(),
        job.attempt.to_string(),
        decimal_of(job.units.as_deref(), job.scale),
        job.meter.clone().unwrap_or_default(),
        job.created_at.clone(),
        job.idempotency_key.clone().unwrap_or_default(),
        error.map(|error| format!("{}: {}", error.class, error.message)).unwrap_or_default(),
    ]
}

async fn show(arguments: JobsShow) -> Result<Exit, Failure> {
    let desk = desk(&arguments.common).await?;
    let detail = desk.api.job_detail(&desk.operator, &arguments.id).await?;
    output::print(arguments.common.json, &detail, || in_full(&detail))?;
    Ok(Exit::Done)
}

fn in_full(detail: &JobDetail) -> String {
    let job = &detail.job;
    let mut lines = vec![
        ("id", job.id.clone()),
        ("state", state(job.state).to_owned()),
        ("tenant", job.tenant.clone()),
        ("kind", job.kind.clone()),
        ("queue", job.queue.clone()),
        (
            "attempts",
            format!("{} ({} of {} failures)", job.attempt, job.failures, job.max_attempts),
        ),
        ("generation", job.generation.to_string()),
        ("created", job.created_at.clone()),
        ("run at", job.run_at.clone()),
    ];
    let mut fact = |name, value: Option<String>| lines.extend(value.map(|value| (name, value)));
    fact("finished", job.finished_at.clone());
    fact("key", job.idempotency_key.clone());
    fact("effect key", Some(detail.effect_key.clone()));
    let units = |units: &String| decimal(units, job.scale.unwrap_or(0));
    fact("units", job.units.as_ref().map(&units));
    fact("meter", job.meter.clone());
    fact("held", job.held.as_ref().map(&units));
    fact("error", job.error.as_ref().map(|error| format!("{}: {}", error.class, error.message)));
    fact("payload", Some(detail.payload.clone()));
    fact("result", detail.result.clone());
    let mut text = facts(&lines);
    let mut part = |title: &str, headers: &[&str], rows: Vec<Vec<String>>| {
        if !rows.is_empty() {
            text.push_str(&format!("\n{title}\n{}", table(headers, &rows)));
        }
    };
    part("Submissions", &["at", "outcome", "sender", "request", "code"], submissions(detail));
    part(
        "Attempts",
        &[">number", "outcome", "worker", "started", "ended", "error"],
        attempts(detail),
    );
    let entries = detail.entries.iter().map(|entry| ledger::row(entry, job.scale.unwrap_or(0)));
    part("Ledger", &ledger::HEADERS, entries.collect());
    part("Overrides", &["at", "kind", "operator", "state", "reason"], overrides(detail));
    text
}

fn submissions(detail: &JobDetail) -> Vec<Vec<String>> {
    let row = |submission: &onceover_api::dto::Submission| {
        vec![
            submission.at.clone(),
            submission.outcome.clone(),
            submission.sender.clone(),
            submission.request_id.clone(),
            submission.code.clone().unwrap_or_default(),
        ]
    };
    detail.submissions.iter().map(row).collect()
}

fn attempts(detail: &JobDetail) -> Vec<Vec<String>> {
    let row = |attempt: &onceover_api::dto::Attempt| {
        let error = attempt.error.as_ref();
        vec![
            attempt.number.to_string(),
            attempt.outcome.clone(),
            attempt.worker.clone(),
            attempt.started_at.clone(),
            attempt.ended_at.clone().unwrap_or_default(),
            error.map(|error| format!("{}: {}", error.class, error.message)).unwrap_or_default(),
        ]
    };
    detail.attempts.iter().map(row).collect()
}

fn overrides(detail: &JobDetail) -> Vec<Vec<String>> {
    let row = |summary: &onceover_api::dto::OverrideSummary| {
        vec![
            summary.requested_at.clone(),
            summary.kind.clone(),
            summary.operator.clone(),
            summary.state.clone(),
            summary.reason.clone(),
        ]
    };
    detail.overrides.iter().map(row).collect()
}

/// A state as it is written everywhere.
pub const fn state(state: JobState) -> &'static str {
    match state {
        JobState::Queued => "queued",
        JobState::Running => "running",
        JobState::Succeeded => "succeeded",
        JobState::Failed => "failed",
        JobState::DeadLetter => "dead_letter",
        JobState::Cancelled => "cancelled",
    }
}

fn state_named(text: &str) -> Result<JobState, Failure> {
    serde_json::from_value(serde_json::Value::from(text)).map_err(|_| {
        Failure::usage(
            "--state must be queued, running, succeeded, failed, dead_letter or cancelled",
        )
    })
}
