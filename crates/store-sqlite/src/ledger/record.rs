//! Rows of `accounts` and `entries` as they are read.

use onceover_domain::id::{JobId, Meter, OverrideId, TenantId};
use onceover_domain::ledger::{Account, Entry, EntryKind};
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store::{AccountId, StoreError};
use serde::Serialize;

use crate::row::{batch, count, hash, id, word};

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

/// An entry; `key` only where a query looks for it.
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
    pub job_id: Option<Vec<u8>>,
    pub attempt: Option<i64>,
    pub settles: Option<i64>,
    pub reverses: Option<i64>,
    pub limit_units: Option<i64>,
    pub limit_version: Option<i64>,
    pub overage: i64,
    pub actor: String,
    pub reason: Option<String>,
    pub reason_code: Option<String>,
    pub override_id: Option<Vec<u8>>,
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
            kind: word(&self.kind, EntryKind::parse, "entry kind")?,
            units: Units(self.units),
            used_delta: Units(self.used_delta),
            reserved_delta: Units(self.reserved_delta),
            used: Units(self.used),
            reserved: Units(self.reserved),
            job: self.job_id.map(|job| id(&job, "job id").map(JobId)).transpose()?,
            attempt: self.attempt.map(|attempt| count(attempt, "attempt")).transpose()?,
            settles: self.settles,
            reverses: self.reverses,
            limit: self.limit_units.map(Units),
            limit_version: self
                .limit_version
                .map(|version| count(version, "limit version"))
                .transpose()?,
            overage: self.overage != 0,
            actor: self.actor,
            reason: self.reason,
            reason_code: self.reason_code,
            override_id: self
                .override_id
                .map(|given| id(&given, "override id").map(OverrideId))
                .transpose()?,
            at: Time(self.at),
            previous_hash: hash(&self.previous_hash, "entry hash")?,
            hash: hash(&self.hash, "entry hash")?,
        })
    }
}

#[derive(Serialize)]
struct AccountName<'a> {
    tenant_id: &'a str,
    meter: &'a str,
    period_start: i64,
}

/// Names of accounts as the parameter of a batch.
pub(super) fn names(ids: &[AccountId]) -> Result<String, StoreError> {
    batch(ids.iter().map(|id| AccountName {
        tenant_id: id.tenant.as_str(),
        meter: id.meter.as_str(),
        period_start: id.period_start.0,
    }))
}

pub(super) fn accounts(rows: Vec<AccountRecord>) -> Result<Vec<Account>, StoreError> {
    rows.into_iter().map(AccountRecord::account).collect()
}
