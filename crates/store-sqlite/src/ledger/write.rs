//! Writes of the ledger.

use async_trait::async_trait;
use onceover_domain::id::{Meter, TenantId};
use onceover_domain::ledger::{Account, Entry};
use onceover_store::{AccountId, LedgerWrites, StoreError};
use serde::Serialize;

use super::record::{AccountRecord, accounts, names};
use crate::error::failed;
use crate::row::{Hex, batch};
use crate::transaction::{Session, Writing};

#[derive(Serialize)]
struct EntryInsert<'a> {
    tenant_id: &'a str,
    meter: &'a str,
    period_start: i64,
    sequence: i64,
    kind: &'a str,
    units: i64,
    used_delta: i64,
    reserved_delta: i64,
    used: i64,
    reserved: i64,
    job_id: Option<Hex<'a>>,
    attempt: Option<u32>,
    settles: Option<i64>,
    reverses: Option<i64>,
    limit_units: Option<i64>,
    limit_version: Option<u32>,
    overage: bool,
    actor: &'a str,
    reason: Option<&'a str>,
    reason_code: Option<&'a str>,
    override_id: Option<Hex<'a>>,
    at: i64,
    previous_hash: Hex<'a>,
    hash: Hex<'a>,
}

#[derive(Serialize)]
struct AccountUpdate<'a> {
    tenant_id: &'a str,
    meter: &'a str,
    period_start: i64,
    used: i64,
    reserved: i64,
    sequence: i64,
    last_at: i64,
    last_hash: Hex<'a>,
}

#[async_trait]
impl LedgerWrites for Session<Writing> {
    async fn lock_accounts(&mut self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError> {
        let names = names(ids)?;
        let rows = sqlx::query_file_as!(AccountRecord, "queries/ledger/lock_accounts.sql", names)
            .fetch_all(&mut *self.connection)
            .await
            .map_err(failed)?;
        if rows.len() == ids.len() {
            return accounts(rows);
        }
        sqlx::query_file!("queries/ledger/insert_accounts.sql", names)
            .execute(&mut *self.connection)
            .await
            .map_err(failed)?;
        let rows = sqlx::query_file_as!(AccountRecord, "queries/ledger/lock_accounts.sql", names);
        accounts(rows.fetch_all(&mut *self.connection).await.map_err(failed)?)
    }

    async fn lock_accounts_of_meter(
        &mut self,
        tenant: &TenantId,
        meter: &Meter,
    ) -> Result<Vec<Account>, StoreError> {
        let rows = sqlx::query_file_as!(
            AccountRecord,
            "queries/ledger/lock_accounts_of_meter.sql",
            tenant.as_str(),
            meter.as_str()
        );
        accounts(rows.fetch_all(&mut *self.connection).await.map_err(failed)?)
    }

    async fn append_entries(&mut self, entries: &[Entry]) -> Result<(), StoreError> {
        let rows = batch(entries.iter().map(insert))?;
        sqlx::query_file!("queries/ledger/append_entries.sql", rows)
            .execute(&mut *self.connection)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn update_accounts(&mut self, accounts: &[Account]) -> Result<(), StoreError> {
        let rows = batch(accounts.iter().map(|account| AccountUpdate {
            tenant_id: account.tenant.as_str(),
            meter: account.meter.as_str(),
            period_start: account.period_start.0,
            used: account.used.0,
            reserved: account.reserved.0,
            sequence: account.sequence,
            last_at: account.at.0,
            last_hash: Hex::hash(&account.hash),
        }))?;
        let written = sqlx::query_file!("queries/ledger/update_accounts.sql", rows)
            .execute(&mut *self.connection)
            .await
            .map_err(failed)?
            .rows_affected();
        if u64::try_from(accounts.len()) == Ok(written) {
            Ok(())
        } else {
            Err(StoreError::Refused(format!(
                "{} accounts were to be written and {written} exist",
                accounts.len()
            )))
        }
    }
}

fn insert(entry: &Entry) -> EntryInsert<'_> {
    EntryInsert {
        tenant_id: entry.tenant.as_str(),
        meter: entry.meter.as_str(),
        period_start: entry.period_start.0,
        sequence: entry.sequence,
        kind: entry.kind.as_str(),
        units: entry.units.0,
        used_delta: entry.used_delta.0,
        reserved_delta: entry.reserved_delta.0,
        used: entry.used.0,
        reserved: entry.reserved.0,
        job_id: entry.job.as_ref().map(|job| Hex::id(&job.0)),
        attempt: entry.attempt,
        settles: entry.settles,
        reverses: entry.reverses,
        limit_units: entry.limit.map(|limit| limit.0),
        limit_version: entry.limit_version,
        overage: entry.overage,
        actor: &entry.actor,
        reason: entry.reason.as_deref(),
        reason_code: entry.reason_code.as_deref(),
        override_id: entry.override_id.as_ref().map(|given| Hex::id(&given.0)),
        at: entry.at.0,
        previous_hash: Hex::hash(&entry.previous_hash),
        hash: Hex::hash(&entry.hash),
    }
}
