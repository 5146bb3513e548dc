//! `dead-letters list`, `dead-letters requeue`.

use onceover_api::dto::{DeadLetterGroup, OverrideOutcome, RequeuePlan, RequeueRequest};
use serde::Serialize;
use uuid::Uuid;

use crate::arguments::{Common, DeadLetters, Requeue};
use crate::command::desk;
use crate::failure::{Exit, Failure};
use crate::output;
use crate::table::table;
use crate::units::decimal;

#[derive(Serialize)]
struct Requeued<'a> {
    #[serde(flatten)]
    outcome: OverrideOutcome,
    job: &'a str,
    /// `keep`, `reserve` or `none`.
    hold: &'a str,
    effect_key: &'a str,
}

pub async fn run(letters: DeadLetters) -> Result<Exit, Failure> {
    match letters {
        DeadLetters::List(common) => list(&common).await,
        DeadLetters::Requeue(arguments) => requeue(arguments).await,
    }
}

async fn list(common: &Common) -> Result<Exit, Failure> {
    let desk = desk(common).await?;
    let groups = desk.api.dead_letter_groups(&desk.operator).await?;
    output::print(common.json, &groups, || {
        if groups.groups.is_empty() {
            return "There is no dead letter.".to_owned();
        }
        let rows: Vec<Vec<String>> = groups.groups.iter().map(row).collect();
        table(&[">jobs", "error", "tenants", "kinds", "held", "last", "message"], &rows)
    })?;
    Ok(Exit::Done)
}

fn row(group: &DeadLetterGroup) -> Vec<String> {
    let held = group.held.iter();
    let held = held.map(|held| format!("{} {}", decimal(&held.units, held.scale), held.meter));
    vec![
        group.jobs.to_string(),
        group.class.clone(),
        group.tenants.join(" "),
        group.kinds.join(" "),
        held.collect::<Vec<_>>().join(", "),
        group.last_at.clone(),
        group.message.clone(),
    ]
}

async fn requeue(arguments: Requeue) -> Result<Exit, Failure> {
    let desk = desk(&arguments.common).await?;
    let plan = desk.api.requeue_plan(&desk.operator, &arguments.id).await?;
    let request_id = arguments.request_id.unwrap_or_else(|| Uuid::now_v7().to_string());
    let seen = desk.api.requeue_seen(&desk.operator, &plan.job.id, &request_id).await?;
    let (generation, payload_revision) = seen.unwrap_or((plan.generation, plan.payload_revision));
    let request = RequeueRequest {
        id: arguments.id,
        generation,
        payload_revision,
        reason: arguments.reason,
        request_id,
    };
    let outcome = desk.api.requeue(&desk.operator, request).await?;
    let waits = outcome.state == "pending";
    let done = Requeued {
        job: &plan.job.id,
        hold: &plan.hold,
        effect_key: &plan.effect_key,
        outcome: outcome.clone(),
    };
    output::print(arguments.common.json, &done, || sentence(&plan, &outcome, waits))?;
    Ok(if waits { Exit::Waits } else { Exit::Done })
}

fn sentence(plan: &RequeuePlan, outcome: &OverrideOutcome, waits: bool) -> String {
    let id = &plan.job.id;
    if waits {
        return format!("The requeue of {id} waits for approval (override {}).", outcome.id);
    }
    if outcome.replayed {
        return format!("{id} had been requeued by this request before (override {}).", outcome.id);
    }
    let meter = plan.job.meter.as_deref().unwrap_or_default();
    let units = |units: &Option<String>| {
        decimal(units.as_deref().unwrap_or_default(), plan.job.scale.unwrap_or(0))
    };
    let hold = match plan.hold.as_str() {
        "keep" => format!(" It keeps its hold of {} {meter}.", units(&plan.job.held)),
        "reserve" => format!(" It reserved {} {meter} anew.", units(&plan.job.units)),
        _ => String::new(),
    };
    let acted = if plan.may_have_acted {
        " Its last attempt was lost, so its effect may have happened before; the effect key tells the other side."
    } else {
        ""
    };
    format!("{id} is queued again (override {}).{hold}{acted}", outcome.id)
}
