//! Rows of `accounts` and `entries` as they are read, and names of accounts as the arrays of a batch.

use onceover_domain::id::{JobId, Meter, OverrideId, TenantId};
use onceover_domain::ledger::{Account, Entry, EntryKind};
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store::{AccountId, StoreError};
use uuid::Uuid;

use crate::row::{column, count, hash, word};

/// An account.
pub(super) struct AccountRecord {
    pub tenant_id: String,
    pub meter: String,
    pub period_start: i64,
    pub used: i64,
    pub reserved: i64,
    pub sequence: i64,
    pub last_at: i64,
    pub last_hash: Vec<u8>,
}

impl AccountRecord {
    pub(super) fn account(self) -> Result<Account, StoreError> {
        Ok(Account {
            tenant: TenantId::stored(self.tenant_id),
            meter: Meter::stored(self.meter),
            period_start: Time(self.period_start),
            used: Units(self.used),
            reserved: Units(self.reserved),
            sequence: self.sequence,
            at: Time(self.last_at),
            hash: hash(&self.last_hash, "account hash")?,
        })
    }
}

pub(super) fn accounts(rows: Vec<AccountRecord>) -> Result<Vec<Account>, StoreError> {
    rows.into_iter().map(AccountRecord::account).collect()
}

/// An entry, with the idempotency key of its job where that was asked for.
pub(super) struct EntryRecord {
    pub tenant_id: String,
    pub meter: String,
    pub period_start: i64,
    pub sequence: i64,
    pub kind: String,
    pub units: i64,
    pub used_delta: i64,
    pub reserved_delta: i64,
    pub used: i64,
    pub reserved: i64,
    pub job_id: Option<Uuid>,
    pub attempt: Option<i64>,
    pub settles: Option<i64>,
    pub reverses: Option<i64>,
    pub limit_units: Option<i64>,
    pub limit_version: Option<i64>,
    pub overage: bool,
    pub actor: String,
    pub reason: Option<String>,
    pub reason_code: Option<String>,
    pub override_id: Option<Uuid>,
    pub at: i64,
    pub previous_hash: Vec<u8>,
    pub hash: Vec<u8>,
    pub key: Option<String>,
}

impl EntryRecord {
    pub(super) fn entry(self) -> Result<Entry, StoreError> {
        Ok(Entry {
            tenant: TenantId::stored(self.tenant_id),
            meter: Meter::stored(self.meter),
            period_start: Time(self.period_start),
            sequence: self.sequence,
            kind: word(&self.kind, EntryKind::parse, "kind of entry")?,
            units: Units(self.units),
            used_delta: Units(self.used_delta),
            reserved_delta: Units(self.reserved_delta),
            used: Units(self.used),
            reserved: Units(self.reserved),
            job: self.job_id.map(JobId),
            attempt: self.attempt.map(|attempt| count(attempt, "attempt")).transpose()?,
            settles: self.settles,
            reverses: self.reverses,
            limit: self.limit_units.map(Units),
            limit_version: self
                .limit_version
                .map(|version| count(version, "limit version"))
                .transpose()?,
            overage: self.overage,
            actor: self.actor,
            reason: self.reason,
            reason_code: self.reason_code,
            override_id: self.override_id.map(OverrideId),
            at: Time(self.at),
            previous_hash: hash(&self.previous_hash, "entry hash")?,
            hash: hash(&self.hash, "entry hash")?,
        })
    }
}

pub(super) fn tenants(ids: &[AccountId]) -> Vec<&str> {
    column(ids, |id| id.tenant.as_str())
}

pub(super) fn meters(ids: &[AccountId]) -> Vec<&str> {
    column(ids, |id| id.meter.as_str())
}

pub(super) fn starts(ids: &[AccountId]) -> Vec<i64> {
    column(ids, |id| id.period_start.0)
}
