//! Writes of the ledger.

use async_trait::async_trait;
use onceover_domain::id::{JobId, Meter, TenantId};
use onceover_domain::ledger::{Account, Entry};
use onceover_store::{AccountId, LedgerWrites, StoreError};

use super::record::{AccountRecord, accounts, meters, starts, tenants};
use crate::row::column;
use crate::transaction::Session;

impl Session {
    async fn lock_existing(&mut self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError> {
        let lock = sqlx::query_file_as!(
            AccountRecord,
            "queries/ledger/lock_accounts.sql",
            &tenants(ids) as _,
            &meters(ids) as _,
            &starts(ids)
        );
        accounts(self.link.run(|c| lock.fetch_all(c)).await?)
    }
}

#[async_trait]
impl LedgerWrites for Session {
    async fn lock_accounts(&mut self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let locked = self.lock_existing(ids).await?;
        if locked.len() == ids.len() {
            return Ok(locked);
        }
        // The first posting of a period. What another transaction makes meanwhile is waited for here; should it also wait for
        // us, the server ends one of the two as a deadlock, which is run again.
        let make = sqlx::query_file!(
            "queries/ledger/insert_accounts.sql",
            &tenants(ids) as _,
            &meters(ids) as _,
            &starts(ids)
        );
        self.link.run(|c| make.execute(c)).await?;
        self.lock_existing(ids).await
    }

    async fn lock_accounts_of_meter(
        &mut self,
        tenant: &TenantId,
        meter: &Meter,
    ) -> Result<Vec<Account>, StoreError> {
        let lock = sqlx::query_file_as!(
            AccountRecord,
            "queries/ledger/lock_accounts_of_meter.sql",
            tenant.as_str(),
            meter.as_str()
        );
        accounts(self.link.run(|c| lock.fetch_all(c)).await?)
    }

    async fn append_entries(&mut self, entries: &[Entry]) -> Result<(), StoreError> {
        if entries.is_empty() {
            return Ok(());
        }
        let insert = sqlx::query_file!(
            "queries/ledger/append_entries.sql",
            &column(entries, |entry| entry.tenant.as_str()) as _,
            &column(entries, |entry| entry.meter.as_str()) as _,
            &column(entries, |entry| entry.period_start.0),
            &column(entries, |entry| entry.sequence),
            &column(entries, |entry| entry.kind.as_str()) as _,
            &column(entries, |entry| entry.units.0),
            &column(entries, |entry| entry.used_delta.0),
            &column(entries, |entry| entry.reserved_delta.0),
            &column(entries, |entry| entry.used.0),
            &column(entries, |entry| entry.reserved.0),
            &column(entries, |entry| entry.job.map(|JobId(id)| id)) as _,
            &column(entries, |entry| entry.attempt.map(i64::from)) as _,
            &column(entries, |entry| entry.settles) as _,
            &column(entries, |entry| entry.reverses) as _,
            &column(entries, |entry| entry.limit.map(|limit| limit.0)) as _,
            &column(entries, |entry| entry.limit_version.map(i64::from)) as _,
            &column(entries, |entry| entry.overage),
            &column(entries, |entry| entry.actor.as_str()) as _,
            &column(entries, |entry| entry.reason.as_deref()) as _,
            &column(entries, |entry| entry.reason_code.as_deref()) as _,
            &column(entries, |entry| entry.override_id.map(|id| id.0)) as _,
            &column(entries, |entry| entry.at.0),
            &column(entries, |entry| entry.previous_hash.0.as_slice()) as _,
            &column(entries, |entry| entry.hash.0.as_slice()) as _
        );
        self.link.run(|c| insert.execute(c)).await?;
        Ok(())
    }

    async fn update_accounts(&mut self, accounts: &[Account]) -> Result<(), StoreError> {
        if accounts.is_empty() {
            return Ok(());
        }
        let update = sqlx::query_file!(
            "queries/ledger/update_accounts.sql",
            &column(accounts, |account| account.tenant.as_str()) as _,
            &column(accounts, |account| account.meter.as_str()) as _,
            &column(accounts, |account| account.period_start.0),
            &column(accounts, |account| account.used.0),
            &column(accounts, |account| account.reserved.0),
            &column(accounts, |account| account.sequence),
            &column(accounts, |account| account.at.0),
            &column(accounts, |account| account.hash.0.as_slice()) as _
        );
        let written = self.link.run(|c| update.execute(c)).await?.rows_affected();
        if u64::try_from(accounts.len()).is_ok_and(|wanted| wanted == written) {
            Ok(())
        } else {
            Err(self
                .link
                .void(StoreError::Refused("an account to be written does not exist".to_owned())))
        }
    }
}
