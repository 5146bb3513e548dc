//! Reads of the ledger.

use async_trait::async_trait;
use onceover_domain::id::{JobId, Meter, TenantId};
use onceover_domain::job::State;
use onceover_domain::ledger::{Account, Entry};
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store::{
    AccountId, AccountTotals, EntryRow, HeldRow, LedgerReads, RefusalsRow, StoreError, VerifyRow,
};

use super::record::{AccountRecord, EntryRecord, accounts, meters, starts, tenants};
use crate::row::word;
use crate::transaction::Session;
use crate::verify;

#[async_trait]
impl LedgerReads for Session {
    async fn accounts(&mut self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let query = sqlx::query_file_as!(
            AccountRecord,
            "queries/ledger/accounts.sql",
            &tenants(ids) as _,
            &meters(ids) as _,
            &starts(ids)
        );
        accounts(self.link.run(|c| query.fetch_all(c)).await?)
    }

    async fn account_totals(
        &mut self,
        tenant: Option<&TenantId>,
        since: Time,
    ) -> Result<Vec<AccountTotals>, StoreError> {
        let query = sqlx::query_file!(
            "queries/ledger/account_totals.sql",
            tenant.map(TenantId::as_str),
            since.0
        );
        let rows = self.link.run(|c| query.fetch_all(c)).await?;
        rows.into_iter()
            .map(|row| {
                let account = AccountRecord {
                    tenant_id: row.tenant_id,
                    meter: row.meter,
                    period_start: row.period_start,
                    used: row.used,
                    reserved: row.reserved,
                    sequence: row.sequence,
                    last_at: row.last_at,
                    last_hash: row.last_hash,
                };
                Ok(AccountTotals {
                    account: account.account()?,
                    held_by_dead_letters: Units(row.held_by_dead_letters),
                    refused: row.refused,
                })
            })
            .collect()
    }

    async fn entry_page(
        &mut self,
        account: &AccountId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<EntryRow>, StoreError> {
        let query = sqlx::query_file_as!(
            EntryRecord,
            "queries/ledger/entry_page.sql",
            account.tenant.as_str(),
            account.meter.as_str(),
            account.period_start.0,
            before,
            i64::from(limit)
        );
        let rows = self.link.run(|c| query.fetch_all(c)).await?;
        let row = |mut row: EntryRecord| Ok(EntryRow { key: row.key.take(), entry: row.entry()? });
        rows.into_iter().map(row).collect()
    }

    async fn entries_of_job(
        &mut self,
        tenant: &TenantId,
        job: JobId,
    ) -> Result<Vec<Entry>, StoreError> {
        let query = sqlx::query_file_as!(
            EntryRecord,
            "queries/ledger/entries_of_job.sql",
            tenant.as_str(),
            job.0
        );
        let rows = self.link.run(|c| query.fetch_all(c)).await?;
        rows.into_iter().map(EntryRecord::entry).collect()
    }

    async fn held(&mut self, account: &AccountId) -> Result<Vec<HeldRow>, StoreError> {
        let query = sqlx::query_file!(
            "queries/ledger/held.sql",
            account.tenant.as_str(),
            account.meter.as_str(),
            account.period_start.0
        );
        let rows = self.link.run(|c| query.fetch_all(c)).await?;
        rows.into_iter()
            .map(|row| {
                let state = word(&row.state, State::parse, "job state")?;
                Ok(HeldRow { state, units: Units(row.units), jobs: row.jobs })
            })
            .collect()
    }

    async fn refusals(
        &mut self,
        tenant: &TenantId,
        meter: &Meter,
        since: Time,
    ) -> Result<Option<RefusalsRow>, StoreError> {
        let query = sqlx::query_file!(
            "queries/ledger/refusals.sql",
            tenant.as_str(),
            meter.as_str(),
            since.0
        );
        let row = self.link.run(|c| query.fetch_optional(c)).await?;
        Ok(row.map(|row| RefusalsRow {
            count: row.refusals,
            units: Units(row.units),
            first_at: Time(row.first_at),
            last_at: Time(row.last_at),
            first: (Units(row.limit_units), Units(row.used), Units(row.reserved)),
        }))
    }

    async fn verify_accounts(
        &mut self,
        after: Option<&AccountId>,
        limit: u32,
    ) -> Result<Vec<Account>, StoreError> {
        // No name is empty, so this lies before every account.
        let (tenant, meter, start) = after
            .map_or(("", "", 0), |id| (id.tenant.as_str(), id.meter.as_str(), id.period_start.0));
        let query = sqlx::query_file_as!(
            AccountRecord,
            "queries/ledger/verify_accounts.sql",
            tenant,
            meter,
            start,
            i64::from(limit)
        );
        accounts(self.link.run(|c| query.fetch_all(c)).await?)
    }

    async fn verify_entries(
        &mut self,
        account: &AccountId,
        after: i64,
        limit: u32,
    ) -> Result<Vec<Entry>, StoreError> {
        let query = sqlx::query_file_as!(
            EntryRecord,
            "queries/ledger/verify_entries.sql",
            account.tenant.as_str(),
            account.meter.as_str(),
            account.period_start.0,
            after,
            i64::from(limit)
        );
        let rows = self.link.run(|c| query.fetch_all(c)).await?;
        rows.into_iter().map(EntryRecord::entry).collect()
    }

    async fn verify_check(&mut self, check: &str) -> Result<Vec<VerifyRow>, StoreError> {
        verify::check(&mut self.link, check).await
    }
}
