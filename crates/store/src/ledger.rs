//! Accounts and entries.

use async_trait::async_trait;
use onceover_domain::id::{JobId, Meter, TenantId};
use onceover_domain::ledger::{Account, Entry};
use onceover_domain::time::Time;

use crate::{AccountTotals, EntryRow, HeldRow, RefusalsRow, StoreError, VerifyRow};

/// Names an account; the order of this type is the order accounts are locked in.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccountId {
    /// Whose.
    pub tenant: TenantId,
    /// What is counted.
    pub meter: Meter,
    /// Start of the period; the epoch for a meter without periods.
    pub period_start: Time,
}

/// Reads of the ledger.
#[async_trait]
pub trait LedgerReads: Send {
    /// Reads accounts, in any order; those that do not exist are left out.
    ///
    /// # Errors
    /// The database fails.
    async fn accounts(&mut self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError>;

    /// Totals of the accounts of one tenant (or all), every period, by tenant, meter and period descending, each with what dead
    /// letters hold and how many submissions were refused for want of units since `since`. At most 1,000.
    ///
    /// # Errors
    /// The database fails.
    async fn account_totals(
        &mut self,
        tenant: Option<&TenantId>,
        since: Time,
    ) -> Result<Vec<AccountTotals>, StoreError>;

    /// Entries of an account below sequence number `before`, newest first.
    ///
    /// # Errors
    /// The database fails.
    async fn entry_page(
        &mut self,
        account: &AccountId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<EntryRow>, StoreError>;

    /// All entries of a job, in the order they were made (time, then account and sequence).
    ///
    /// # Errors
    /// The database fails.
    async fn entries_of_job(
        &mut self,
        tenant: &TenantId,
        job: JobId,
    ) -> Result<Vec<Entry>, StoreError>;

    /// Units held in an account, by state of the job that holds them.
    ///
    /// # Errors
    /// The database fails.
    async fn held(&mut self, account: &AccountId) -> Result<Vec<HeldRow>, StoreError>;

    /// Submissions refused for want of units of this meter since `since`.
    ///
    /// # Errors
    /// The database fails.
    async fn refusals(
        &mut self,
        tenant: &TenantId,
        meter: &Meter,
        since: Time,
    ) -> Result<Option<RefusalsRow>, StoreError>;

    /// All accounts after `after` in their order, at most `limit`: for `verify`.
    ///
    /// # Errors
    /// The database fails.
    async fn verify_accounts(
        &mut self,
        after: Option<&AccountId>,
        limit: u32,
    ) -> Result<Vec<Account>, StoreError>;

    /// Entries of an account above sequence number `after`, in order, at most `limit`: for `verify`. Rows are given as they are
    /// stored, whatever they say.
    ///
    /// # Errors
    /// The database fails.
    async fn verify_entries(
        &mut self,
        account: &AccountId,
        after: i64,
        limit: u32,
    ) -> Result<Vec<Entry>, StoreError>;

    /// Rows that break the named check of `verify` (one query a check: `queries/verify/<check>.sql`); at most 1,000.
    ///
    /// # Errors
    /// The database fails; [`StoreError::Failed`] for a check that does not exist.
    async fn verify_check(&mut self, check: &str) -> Result<Vec<VerifyRow>, StoreError>;
}

/// Writes of the ledger.
#[async_trait]
pub trait LedgerWrites: Send {
    /// Locks accounts in their order, making those that do not exist, and reads them. `ids` are sorted and distinct; the answer is
    /// in the same order.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when another transaction could not be waited for any longer.
    async fn lock_accounts(&mut self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError>;

    /// Locks all accounts of a meter, whatever their period.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when another transaction could not be waited for any longer.
    async fn lock_accounts_of_meter(
        &mut self,
        tenant: &TenantId,
        meter: &Meter,
    ) -> Result<Vec<Account>, StoreError>;

    /// Appends entries, in the order given.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when a guard says no.
    async fn append_entries(&mut self, entries: &[Entry]) -> Result<(), StoreError>;

    /// Writes the totals and heads of locked accounts, after their entries.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when they are not those of the last entry.
    async fn update_accounts(&mut self, accounts: &[Account]) -> Result<(), StoreError>;
}
