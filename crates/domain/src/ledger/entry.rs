//! One line of an account, never changed and never deleted.

use crate::chain::{Hash, Link};
use crate::id::{JobId, Meter, OverrideId, TenantId};
use crate::time::Time;
use crate::units::Units;

/// What an entry does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// Holds units for a job.
    Reserve,
    /// Charges a reservation and gives the rest back.
    Confirm,
    /// Gives a reservation back.
    Cancel,
    /// Corrects what was used, by override.
    Adjust,
    /// Undoes a confirm or adjust, by override.
    Reverse,
}

impl EntryKind {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Reserve, Self::Confirm, Self::Cancel, Self::Adjust, Self::Reverse];

    /// As stored and shown.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reserve => "reserve",
            Self::Confirm => "confirm",
            Self::Cancel => "cancel",
            Self::Adjust => "adjust",
            Self::Reverse => "reverse",
        }
    }

    /// Reads what [`EntryKind::as_str`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// An entry with the account's totals after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Whose account.
    pub tenant: TenantId,
    /// What is counted.
    pub meter: Meter,
    /// Period of the account; the epoch for a meter without periods.
    pub period_start: Time,
    /// Gapless within the account, from 1.
    pub sequence: i64,
    /// What it does.
    pub kind: EntryKind,
    /// Units reserved, confirmed, given back or corrected.
    pub units: Units,
    /// Change of the used total.
    pub used_delta: Units,
    /// Change of the reserved total.
    pub reserved_delta: Units,
    /// Used after this entry.
    pub used: Units,
    /// Reserved after this entry.
    pub reserved: Units,
    /// The job it is for.
    pub job: Option<JobId>,
    /// The attempt it came with.
    pub attempt: Option<u32>,
    /// Sequence number of the reserve it settles.
    pub settles: Option<i64>,
    /// Sequence number of the confirm or adjust it reverses.
    pub reverses: Option<i64>,
    /// Limit a reserve was judged by.
    pub limit: Option<Units>,
    /// Version of that limit.
    pub limit_version: Option<u32>,
    /// A confirm that passed what was reserved.
    pub overage: bool,
    /// Who caused it: a worker, an API key or an operator.
    pub actor: String,
    /// Why, for acts of a person.
    pub reason: Option<String>,
    /// Reason code of a correction.
    pub reason_code: Option<String>,
    /// The override that allowed it.
    pub override_id: Option<OverrideId>,
    /// Read after the account was locked; never before the previous entry.
    pub at: Time,
    /// Hash of the entry before it.
    pub previous_hash: Hash,
    /// Hash of this one.
    pub hash: Hash,
}

impl Entry {
    /// The hash its fields give; `verify` compares it with the stored one.
    #[must_use]
    pub fn computed_hash(&self) -> Hash {
        Link::after(self.previous_hash, "entry")
            .text(self.tenant.as_str())
            .text(self.meter.as_str())
            .number(self.period_start.0)
            .number(self.sequence)
            .text(self.kind.as_str())
            .number(self.units.0)
            .number(self.used_delta.0)
            .number(self.reserved_delta.0)
            .number(self.used.0)
            .number(self.reserved.0)
            .maybe(self.job.as_ref().map(|job| job.0.as_bytes().as_slice()))
            .maybe_number(self.attempt.map(i64::from))
            .maybe_number(self.settles)
            .maybe_number(self.reverses)
            .maybe_number(self.limit.map(|limit| limit.0))
            .maybe_number(self.limit_version.map(i64::from))
            .number(i64::from(self.overage))
            .text(&self.actor)
            .maybe(self.reason.as_deref().map(str::as_bytes))
            .maybe(self.reason_code.as_deref().map(str::as_bytes))
            .maybe(self.override_id.as_ref().map(|id| id.0.as_bytes().as_slice()))
            .number(self.at.0)
            .hash()
    }
}
