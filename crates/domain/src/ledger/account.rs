//! An account and the arithmetic of its postings.

use super::{Entry, EntryKind};
use crate::chain::Hash;
use crate::id::{JobId, Meter, OverrideId, TenantId};
use crate::job::Hold;
use crate::time::Time;
use crate::units::{Overflow, Units};

/// The limit in force for a meter of a tenant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Used and reserved together stay at or below this.
    pub units: Units,
    /// Counts the changes of the limit, from 1.
    pub version: u32,
}

/// One (tenant, meter, period) with its totals and the head of its chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Whose.
    pub tenant: TenantId,
    /// What is counted.
    pub meter: Meter,
    /// Start of the period; the epoch for a meter without periods.
    pub period_start: Time,
    /// Sum of all used deltas.
    pub used: Units,
    /// Sum of all reserved deltas.
    pub reserved: Units,
    /// Sequence number of the last entry; 0 before the first.
    pub sequence: i64,
    /// Time of the last entry.
    pub at: Time,
    /// Hash of the last entry.
    pub hash: Hash,
}

/// What a posting is for and who caused it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origin {
    /// The job.
    pub job: Option<JobId>,
    /// The attempt.
    pub attempt: Option<u32>,
    /// A worker, an API key or an operator.
    pub actor: String,
    /// Why, for acts of a person.
    pub reason: Option<String>,
    /// Reason code of a correction.
    pub reason_code: Option<String>,
    /// The override that allows it.
    pub override_id: Option<OverrideId>,
}

/// The units do not fit; the numbers are those seen under the account's lock.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{asked} units of {meter} do not fit: limit {limit}, used {used}, reserved {reserved}; \
     wait until units are released, ask for fewer or have the limit raised"
)]
pub struct LimitExceeded {
    /// The meter.
    pub meter: Meter,
    /// Its limit.
    pub limit: Units,
    /// Used so far.
    pub used: Units,
    /// Reserved at the moment.
    pub reserved: Units,
    /// Units asked for.
    pub asked: Units,
}

/// Why a posting is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LedgerRejection {
    /// Over the limit.
    #[error(transparent)]
    LimitExceeded(#[from] LimitExceeded),
    /// Units below zero.
    #[error("units must be zero or more")]
    NegativeUnits,
    /// More than was reserved, without an overage rule.
    #[error("{units} units are more than the {reserved} reserved")]
    ExceedsReservation {
        /// Units held.
        reserved: Units,
        /// Units asked for.
        units: Units,
    },
    /// A correction that would make the used total negative.
    #[error("the correction would take the used total of {used} below zero")]
    BelowZero {
        /// Used now.
        used: Units,
    },
    /// The entry cannot be reversed.
    #[error("only a confirm or adjust of the same account can be reversed")]
    NotReversible,
    /// Past 64 bits.
    #[error(transparent)]
    Overflow(#[from] Overflow),
}

/// The varying part of an entry.
struct Line {
    kind: EntryKind,
    units: Units,
    used_delta: Units,
    reserved_delta: Units,
    settles: Option<i64>,
    reverses: Option<i64>,
    limit: Option<Limit>,
    overage: bool,
}

impl Account {
    /// An account that has no entry yet.
    #[must_use]
    pub const fn empty(tenant: TenantId, meter: Meter, period_start: Time) -> Self {
        Self {
            tenant,
            meter,
            period_start,
            used: Units::ZERO,
            reserved: Units::ZERO,
            sequence: 0,
            at: Time(0),
            hash: Hash::ZERO,
        }
    }

    /// What is left under `limit`; negative after the limit was lowered.
    ///
    /// # Errors
    /// [`Overflow`] past 64 bits.
    pub fn available(&self, limit: Units) -> Result<Units, Overflow> {
        limit.minus(self.used)?.minus(self.reserved)
    }

    /// Holds `units` if `used + reserved + units <= limit`.
    ///
    /// # Errors
    /// [`LedgerRejection::LimitExceeded`] with the numbers; negative units and overflow.
    pub fn reserve(
        &mut self,
        units: Units,
        limit: Limit,
        origin: &Origin,
        now: Time,
    ) -> Result<Entry, LedgerRejection> {
        if units.is_negative() {
            return Err(LedgerRejection::NegativeUnits);
        }
        let fits = self.used.plus(self.reserved)?.plus(units).is_ok_and(|sum| sum <= limit.units);
        if !fits {
            return Err(LedgerRejection::LimitExceeded(LimitExceeded {
                meter: self.meter.clone(),
                limit: limit.units,
                used: self.used,
                reserved: self.reserved,
                asked: units,
            }));
        }
        self.append(
            Line {
                kind: EntryKind::Reserve,
                units,
                used_delta: Units::ZERO,
                reserved_delta: units,
                settles: None,
                reverses: None,
                limit: Some(limit),
                overage: false,
            },
            origin,
            now,
        )
    }

    /// Charges `units` (all that is held if absent) and gives the rest back in the same entry.
    ///
    /// # Errors
    /// More than held is refused unless `overage`; negative units and overflow.
    pub fn confirm(
        &mut self,
        hold: &Hold,
        units: Option<Units>,
        overage: bool,
        origin: &Origin,
        now: Time,
    ) -> Result<Entry, LedgerRejection> {
        let units = units.unwrap_or(hold.units);
        if units.is_negative() {
            return Err(LedgerRejection::NegativeUnits);
        }
        if units > hold.units && !overage {
            return Err(LedgerRejection::ExceedsReservation { reserved: hold.units, units });
        }
        self.append(
            Line {
                kind: EntryKind::Confirm,
                units,
                used_delta: units,
                reserved_delta: hold.units.negated()?,
                settles: Some(hold.sequence),
                reverses: None,
                limit: None,
                overage: units > hold.units,
            },
            origin,
            now,
        )
    }

    /// Gives a reservation back.
    ///
    /// # Errors
    /// Overflow.
    pub fn cancel(
        &mut self,
        hold: &Hold,
        origin: &Origin,
        now: Time,
    ) -> Result<Entry, LedgerRejection> {
        self.append(
            Line {
                kind: EntryKind::Cancel,
                units: hold.units,
                used_delta: Units::ZERO,
                reserved_delta: hold.units.negated()?,
                settles: Some(hold.sequence),
                reverses: None,
                limit: None,
                overage: false,
            },
            origin,
            now,
        )
    }

    /// Corrects the used total by a signed amount; never below zero.
    ///
    /// # Errors
    /// [`LedgerRejection::BelowZero`] and overflow.
    pub fn adjust(
        &mut self,
        units: Units,
        origin: &Origin,
        now: Time,
    ) -> Result<Entry, LedgerRejection> {
        self.correct(EntryKind::Adjust, units, None, origin, now)
    }

    /// Undoes what `target`, a confirm or adjust of this account, did to the used total.
    ///
    /// # Errors
    /// [`LedgerRejection::NotReversible`] for anything else, [`LedgerRejection::BelowZero`] and overflow.
    pub fn reverse(
        &mut self,
        target: &Entry,
        origin: &Origin,
        now: Time,
    ) -> Result<Entry, LedgerRejection> {
        let same = target.tenant == self.tenant
            && target.meter == self.meter
            && target.period_start == self.period_start;
        if !same || !matches!(target.kind, EntryKind::Confirm | EntryKind::Adjust) {
            return Err(LedgerRejection::NotReversible);
        }
        self.correct(
            EntryKind::Reverse,
            target.used_delta.negated()?,
            Some(target.sequence),
            origin,
            now,
        )
    }

    fn correct(
        &mut self,
        kind: EntryKind,
        used_delta: Units,
        reverses: Option<i64>,
        origin: &Origin,
        now: Time,
    ) -> Result<Entry, LedgerRejection> {
        if self.used.plus(used_delta)?.is_negative() {
            return Err(LedgerRejection::BelowZero { used: self.used });
        }
        self.append(
            Line {
                kind,
                units: used_delta,
                used_delta,
                reserved_delta: Units::ZERO,
                settles: None,
                reverses,
                limit: None,
                overage: false,
            },
            origin,
            now,
        )
    }

    /// Makes the entry and moves the account on; on an error the account is as before.
    fn append(&mut self, line: Line, origin: &Origin, now: Time) -> Result<Entry, LedgerRejection> {
        let used = self.used.plus(line.used_delta)?;
        let reserved = self.reserved.plus(line.reserved_delta)?;
        let mut entry = Entry {
            tenant: self.tenant.clone(),
            meter: self.meter.clone(),
            period_start: self.period_start,
            sequence: self.sequence.checked_add(1).ok_or(Overflow)?,
            kind: line.kind,
            units: line.units,
            used_delta: line.used_delta,
            reserved_delta: line.reserved_delta,
            used,
            reserved,
            job: origin.job,
            attempt: origin.attempt,
            settles: line.settles,
            reverses: line.reverses,
            limit: line.limit.map(|limit| limit.units),
            limit_version: line.limit.map(|limit| limit.version),
            overage: line.overage,
            actor: origin.actor.clone(),
            reason: origin.reason.clone(),
            reason_code: origin.reason_code.clone(),
            override_id: origin.override_id,
            // A clock that stepped back must not make the statement run backwards.
            at: now.max(self.at),
            previous_hash: self.hash,
            hash: Hash::ZERO,
        };
        entry.hash = entry.computed_hash();
        self.used = used;
        self.reserved = reserved;
        self.sequence = entry.sequence;
        self.at = entry.at;
        self.hash = entry.hash;
        Ok(entry)
    }
}
