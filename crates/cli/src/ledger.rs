//! `ledger show`.

use onceover_api::dto::{self, Entry, LedgerQuery};

use crate::arguments::{Ledger, LedgerShow};
use crate::command::desk;
use crate::failure::{Exit, Failure};
use crate::output;
use crate::table::{facts, table};
use crate::units::decimal;

/// Columns of a statement.
pub const HEADERS: [&str; 8] =
    [">number", "at", "kind", ">units", ">used", ">reserved", "job", "actor"];

pub async fn run(ledger: Ledger) -> Result<Exit, Failure> {
    match ledger {
        Ledger::Show(arguments) => show(arguments).await,
    }
}

async fn show(arguments: LedgerShow) -> Result<Exit, Failure> {
    let desk = desk(&arguments.common).await?;
    let query = LedgerQuery {
        tenant: arguments.tenant,
        meter: Some(arguments.meter),
        period_start: arguments.period_start,
        before: arguments.before,
        limit: arguments.limit,
    };
    let ledger = desk.api.ledger(&desk.operator, query).await?;
    output::print(arguments.common.json, &ledger, || human(&ledger))?;
    Ok(Exit::Done)
}

fn human(ledger: &dto::Ledger) -> String {
    let balance = &ledger.balance;
    let units = |units: &String| decimal(units, balance.scale);
    let mut lines = vec![
        ("tenant", balance.tenant.clone()),
        ("meter", balance.meter.clone()),
        ("limit", units(&balance.limit)),
        ("used", units(&balance.used)),
        ("reserved", units(&balance.reserved)),
        ("available", units(&balance.available)),
        ("held by dead letters", units(&balance.held_by_dead_letters)),
        ("refused in 24 hours", balance.refused.to_string()),
    ];
    if let Some(start) = &balance.period_start {
        lines.insert(2, ("period from", start.clone()));
    }
    let rows: Vec<Vec<String>> =
        ledger.entries.iter().map(|entry| row(entry, balance.scale)).collect();
    let mut text = facts(&lines);
    if !rows.is_empty() {
        text.push('\n');
        text.push_str(&table(&HEADERS, &rows));
    }
    if let Some(before) = ledger.next_before {
        text.push_str(&format!("More with --before {before}"));
    }
    text
}

/// One line of a statement.
pub fn row(entry: &Entry, scale: u8) -> Vec<String> {
    vec![
        entry.sequence.to_string(),
        entry.at.clone(),
        entry.kind.clone(),
        decimal(&entry.units, scale),
        decimal(&entry.used, scale),
        decimal(&entry.reserved, scale),
        entry.job.clone().unwrap_or_default(),
        entry.actor.clone(),
    ]
}
