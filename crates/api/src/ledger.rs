//! Reads of the ledger.

#![expect(missing_docs, reason = "members of requests bear the names of the specification")]

use std::time::Duration;

use onceover_domain::id::{Meter, TenantId};
use onceover_domain::job::Job;
use onceover_domain::ledger::Account;
use onceover_domain::tenant::MeterSettings;
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store::{AccountId, AccountTotals, Scope, Snapshot};
use serde::{Deserialize, Serialize};

use crate::dto::{self, Problem};
use crate::{Api, Caller, problem, view};

/// Refusals older than this no longer count as news.
pub const NEWS: Duration = Duration::from_secs(24 * 60 * 60);
const LIMIT_MOST: u32 = 200;

/// Query of `GET /v1/tenants/{t}/balance`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BalanceQuery {
    pub meter: String,
}

/// Query of `GET /v1/tenants/{t}/ledger`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryQuery {
    pub meter: String,
    pub period_start: Option<String>,
    pub cursor: Option<String>,
    pub limit: Option<u32>,
}

/// Entries of one account, newest first.
#[derive(Debug, Clone, Serialize)]
pub struct EntryPage {
    pub items: Vec<dto::Entry>,
    pub next_cursor: Option<String>,
}

impl Api {
    /// Every account that is current: of one tenant, or of all the caller may see (`ledger.accounts`).
    ///
    /// # Errors
    /// `not_found` for a tenant of others.
    pub async fn accounts(
        &self,
        caller: &Caller,
        tenant: Option<&str>,
    ) -> Result<dto::Accounts, Problem> {
        caller.needs(Scope::Read)?;
        let tenant = self.visible(caller, tenant)?;
        let mut snapshot = self.read().await?;
        let now = snapshot.now().await?;
        if let Some(tenant) = &tenant
            && snapshot.tenants(std::slice::from_ref(tenant)).await?.is_empty()
        {
            return Err(problem::not_found("tenant"));
        }
        let meters = snapshot.meters_of(tenant.as_ref()).await?;
        let totals = snapshot.account_totals(tenant.as_ref(), now.before(NEWS)).await?;
        let items = meters
            .iter()
            .map(|meter| view::balance(meter, &current(meter, &totals, now)))
            .collect();
        Ok(dto::Accounts { items, as_of: now.to_string() })
    }

    /// The balance of one meter in its current period.
    ///
    /// # Errors
    /// `not_found` for a meter that does not exist or a tenant of others.
    pub async fn balance(
        &self,
        caller: &Caller,
        tenant: &str,
        query: BalanceQuery,
    ) -> Result<dto::Balance, Problem> {
        let accounts = self.accounts(caller, Some(tenant)).await?;
        let found = accounts.items.into_iter().find(|balance| balance.meter == query.meter);
        found.ok_or_else(|| problem::not_found("meter"))
    }

    /// One page of a statement, in the wire shape.
    ///
    /// # Errors
    /// `not_found` for a tenant or meter that does not exist, `request_invalid`.
    pub async fn entries(
        &self,
        caller: &Caller,
        tenant: &str,
        query: EntryQuery,
    ) -> Result<EntryPage, Problem> {
        caller.needs(Scope::Read)?;
        let before = query.cursor.map(|cursor| cursor.parse()).transpose().map_err(|_| {
            problem::invalid("`cursor` is not one that a page gave; begin again without it")
        })?;
        let asked = dto::LedgerQuery {
            tenant: tenant.to_owned(),
            meter: Some(query.meter),
            period_start: query.period_start,
            before,
            limit: query.limit,
        };
        let ledger = self.ledger(caller, asked).await?;
        let next_cursor = ledger.next_before.map(|before| before.to_string());
        Ok(EntryPage { items: ledger.entries, next_cursor })
    }

    /// One account's statement with what holds its units (`ledger.get`).
    ///
    /// # Errors
    /// `not_found` for a tenant or meter that does not exist.
    pub async fn ledger(
        &self,
        caller: &Caller,
        query: dto::LedgerQuery,
    ) -> Result<dto::Ledger, Problem> {
        caller.needs(Scope::Read)?;
        let tenant = self
            .visible(caller, Some(&query.tenant))?
            .ok_or_else(|| problem::not_found("tenant"))?;
        let limit = query.limit.unwrap_or(100);
        if !(1..=LIMIT_MOST).contains(&limit) {
            return Err(problem::invalid(format!("`limit` must be from 1 to {LIMIT_MOST}")));
        }
        let mut snapshot = self.read().await?;
        let now = snapshot.now().await?;
        let meters = snapshot.meters_of(Some(&tenant)).await?;
        let meter = match &query.meter {
            Some(name) => meters.iter().find(|meter| meter.meter.as_str() == name),
            None => meters.first(),
        };
        let meter = meter.ok_or_else(|| problem::not_found("meter"))?;
        let totals = snapshot.account_totals(Some(&tenant), now.before(NEWS)).await?;
        let period_start = match &query.period_start {
            Some(start) => Time::parse(start).map_err(problem::invalid)?,
            None => meter.period.start(now),
        };
        let id = AccountId { tenant: tenant.clone(), meter: meter.meter.clone(), period_start };
        let entries = snapshot.entry_page(&id, query.before, limit).await?;
        let next_before = entries
            .last()
            .filter(|_| entries.len() == limit as usize)
            .map(|row| row.entry.sequence);
        let held = snapshot.held(&id).await?;
        let refusals = snapshot.refusals(&tenant, &meter.meter, now.before(NEWS)).await?;
        let own = totals.iter().filter(|totals| totals.account.meter == meter.meter);
        Ok(dto::Ledger {
            balance: view::balance(meter, &of_account(&id, &totals)),
            meters: meters.iter().map(|meter| meter.meter.to_string()).collect(),
            period: meter.period.as_str().to_owned(),
            reserve: meter.reserve.as_str().to_owned(),
            periods: own.filter_map(|totals| view::period(totals.account.period_start)).collect(),
            held: held.into_iter().map(held_row).collect(),
            refusals: refusals.map(refusals_row),
            entries: entries.into_iter().map(|row| view::entry(row.entry, row.key)).collect(),
            next_before,
            as_of: now.to_string(),
        })
    }

    /// The account a job's units are booked in, if it has a meter.
    pub(crate) async fn balance_of_job(
        &self,
        snapshot: &mut dyn Snapshot,
        job: &Job,
    ) -> Result<Option<dto::Balance>, Problem> {
        let Some(meter) = &job.meter else { return Ok(None) };
        let now = snapshot.now().await?;
        let Some(settings) =
            snapshot.meters(&[(job.tenant.clone(), meter.clone())]).await?.into_iter().next()
        else {
            return Ok(None);
        };
        let period_start =
            job.hold.as_ref().map_or(settings.period.start(now), |hold| hold.period_start);
        let id = AccountId { tenant: job.tenant.clone(), meter: meter.clone(), period_start };
        let totals = snapshot.account_totals(Some(&job.tenant), now.before(NEWS)).await?;
        Ok(Some(view::balance(&settings, &of_account(&id, &totals))))
    }

    /// The tenant asked for, if the caller may see it; another's is as if it did not exist.
    fn visible(&self, caller: &Caller, tenant: Option<&str>) -> Result<Option<TenantId>, Problem> {
        let named =
            tenant.map(TenantId::parse).transpose().map_err(|_| problem::not_found("tenant"))?;
        match (caller.tenant(), named) {
            (Some(own), Some(named)) if *own != named => Err(problem::not_found("tenant")),
            (Some(own), _) => Ok(Some(own.clone())),
            (None, named) => Ok(named),
        }
    }
}

/// The meter's account of the current period; empty before its first entry.
fn current(meter: &MeterSettings, totals: &[AccountTotals], now: Time) -> AccountTotals {
    let id = AccountId {
        tenant: meter.tenant.clone(),
        meter: meter.meter.clone(),
        period_start: meter.period.start(now),
    };
    of_account(&id, totals)
}

pub fn of_account(id: &AccountId, totals: &[AccountTotals]) -> AccountTotals {
    let found = totals.iter().find(|totals| {
        let account = &totals.account;
        account.tenant == id.tenant
            && account.meter == id.meter
            && account.period_start == id.period_start
    });
    found.cloned().unwrap_or_else(|| AccountTotals {
        account: Account::empty(id.tenant.clone(), id.meter.clone(), id.period_start),
        held_by_dead_letters: Units::ZERO,
        refused: refused_of(&id.tenant, &id.meter, totals),
    })
}

/// Refusals are counted per meter, so another period of it knows them too.
fn refused_of(tenant: &TenantId, meter: &Meter, totals: &[AccountTotals]) -> i64 {
    let same = |totals: &&AccountTotals| {
        totals.account.tenant == *tenant && totals.account.meter == *meter
    };
    totals.iter().find(same).map_or(0, |totals| totals.refused)
}

fn held_row(row: onceover_store::HeldRow) -> dto::Held {
    dto::Held { state: view::state(row.state), units: row.units.to_string(), jobs: row.jobs }
}

fn refusals_row(row: onceover_store::RefusalsRow) -> dto::Refusals {
    let (limit, used, reserved) = row.first;
    dto::Refusals {
        count: row.count,
        units: row.units.to_string(),
        first_at: row.first_at.to_string(),
        last_at: row.last_at.to_string(),
        first_limit: limit.to_string(),
        first_used: used.to_string(),
        first_reserved: reserved.to_string(),
    }
}
