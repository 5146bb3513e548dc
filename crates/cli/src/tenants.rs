//! `tenants create`, `tenants list`, `tenants set-limit`.

use onceover_api::dto::{Balance, OverrideOutcome};
use onceover_api::{BalanceQuery, SetLimitRequest};
use serde::Serialize;
use uuid::Uuid;

use crate::arguments::{Common, SetLimit, Tenants, TenantsCreate};
use crate::command::desk;
use crate::failure::{Exit, Failure};
use crate::output;
use crate::table::table;
use crate::units::decimal;

#[derive(Serialize)]
struct Created<'a> {
    tenant: &'a str,
    created: bool,
}

#[derive(Serialize)]
struct List {
    items: Vec<String>,
    next_cursor: Option<String>,
}

#[derive(Serialize)]
struct LimitSet {
    #[serde(flatten)]
    balance: Balance,
    /// Null when it was the meter's first limit.
    r#override: Option<OverrideOutcome>,
}

pub async fn run(tenants: Tenants) -> Result<Exit, Failure> {
    match tenants {
        Tenants::Create(arguments) => create(arguments).await,
        Tenants::List(common) => list(&common).await,
        Tenants::SetLimit(arguments) => set_limit(arguments).await,
    }
}

async fn create(arguments: TenantsCreate) -> Result<Exit, Failure> {
    let desk = desk(&arguments.common).await?;
    let tenant = arguments.tenant.as_str();
    let created = desk.api.create_tenant(&desk.operator, tenant).await?;
    output::print(arguments.common.json, &Created { tenant, created }, || {
        if created {
            format!("The tenant {tenant} is made.")
        } else {
            format!("There is the tenant {tenant} already; nothing was changed.")
        }
    })?;
    Ok(Exit::Done)
}

async fn list(common: &Common) -> Result<Exit, Failure> {
    let desk = desk(common).await?;
    let items = desk.api.tenants(&desk.operator).await?;
    let rows: Vec<Vec<String>> = items.iter().map(|tenant| vec![tenant.clone()]).collect();
    output::print(common.json, &List { items, next_cursor: None }, || table(&["tenant"], &rows))?;
    Ok(Exit::Done)
}

async fn set_limit(arguments: SetLimit) -> Result<Exit, Failure> {
    let desk = desk(&arguments.common).await?;
    let request = SetLimitRequest {
        tenant: arguments.tenant.clone(),
        meter: arguments.meter.clone(),
        limit: arguments.limit,
        scale: arguments.scale,
        period: arguments.period,
        reserve: arguments.reserve,
        overage: arguments.overage,
        reason: arguments.reason,
        request_id: arguments.request_id.unwrap_or_else(|| Uuid::now_v7().to_string()),
    };
    let outcome = desk.api.set_limit(&desk.operator, request).await?;
    let query = BalanceQuery { meter: arguments.meter };
    let balance = desk.api.balance(&desk.operator, &arguments.tenant, query).await?;
    let waits = outcome.as_ref().is_some_and(|outcome| outcome.state == "pending");
    let set = LimitSet { balance: balance.clone(), r#override: outcome };
    output::print(arguments.common.json, &set, || {
        let Balance { tenant, meter, limit, available, scale, .. } = &balance;
        let (limit, available) = (decimal(limit, *scale), decimal(available, *scale));
        let waits = if waits { " The change waits for approval." } else { "" };
        format!("{tenant} may use {limit} of {meter}; {available} are available.{waits}")
    })?;
    Ok(if waits { Exit::Waits } else { Exit::Done })
}
