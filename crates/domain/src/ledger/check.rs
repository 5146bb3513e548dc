//! Re-derives one account from its entries, as part of `verify`.
//!
//! Feed it every entry in order, then the account; it names each row that disagrees with what the others say. It trusts nothing:
//! entries are taken as they are stored.

use std::collections::BTreeMap;

use super::{Account, Entry, EntryKind};
use crate::chain::Hash;
use crate::id::JobId;
use crate::units::Units;

/// A row that breaks a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Name of the check.
    pub check: &'static str,
    /// Names the row.
    pub row: String,
    /// What is wrong with it.
    pub problem: String,
}

/// The checks made here, in the order of their numbers.
pub const CHECKS: [&str; 11] = [
    "totals_are_sums_of_deltas",
    "running_totals_chain",
    "sequence_has_no_gap",
    "deltas_fit_their_kind",
    "one_settlement_per_reservation",
    "settlement_follows_its_reserve",
    "reserve_within_its_limit",
    "confirm_within_its_reservation",
    "reverse_negates_its_target",
    "account_hash_chain",
    "times_never_run_back",
];

/// An account being checked.
#[derive(Debug, Default)]
pub struct AccountCheck {
    last: Option<Entry>,
    used: i128,
    reserved: i128,
    reserves: BTreeMap<i64, (Option<JobId>, Units)>,
    settled: BTreeMap<i64, i64>,
    corrigible: BTreeMap<i64, Units>,
    reversed: BTreeMap<i64, i64>,
    violations: Vec<Violation>,
}

impl AccountCheck {
    /// Takes the next entry.
    pub fn see(&mut self, entry: Entry) {
        self.chain(&entry);
        self.deltas(&entry);
        self.used += i128::from(entry.used_delta.0);
        self.reserved += i128::from(entry.reserved_delta.0);
        match entry.kind {
            EntryKind::Reserve => self.reserve(&entry),
            EntryKind::Confirm | EntryKind::Cancel => self.settle(&entry),
            EntryKind::Reverse => self.reverse(&entry),
            EntryKind::Adjust => {}
        }
        if matches!(entry.kind, EntryKind::Confirm | EntryKind::Adjust) {
            self.corrigible.insert(entry.sequence, entry.used_delta);
        }
        self.last = Some(entry);
    }

    /// Takes the account and answers with everything that disagrees.
    #[must_use]
    pub fn end(mut self, account: &Account) -> Vec<Violation> {
        let row =
            format!("account {}/{}/{}", account.tenant, account.meter, account.period_start.0);
        let (used, reserved) = (i128::from(account.used.0), i128::from(account.reserved.0));
        if (used, reserved) != (self.used, self.reserved) {
            let problem = format!(
                "used {used} and reserved {reserved}, but its entries sum to {} and {}",
                self.used, self.reserved
            );
            self.violations.push(Violation {
                check: "totals_are_sums_of_deltas",
                row: row.clone(),
                problem,
            });
        }
        let last = self.last.as_ref().map_or((0, Hash::ZERO), |last| (last.sequence, last.hash));
        if (account.sequence, account.hash) != last {
            let problem =
                format!("ends at entry {}, but its last entry is {}", account.sequence, last.0);
            self.violations.push(Violation { check: "account_hash_chain", row, problem });
        }
        self.violations
    }

    fn broken(&mut self, check: &'static str, entry: &Entry, problem: String) {
        let row = format!(
            "entry {}/{}/{}/{}",
            entry.tenant, entry.meter, entry.period_start.0, entry.sequence
        );
        self.violations.push(Violation { check, row, problem });
    }

    fn chain(&mut self, entry: &Entry) {
        let last = self.last.as_ref();
        let sequence = last.map_or(0, |last| last.sequence);
        let hash = last.map_or(Hash::ZERO, |last| last.hash);
        let (used, reserved) =
            last.map_or((0, 0), |last| (i128::from(last.used.0), i128::from(last.reserved.0)));
        let at = last.map(|last| last.at);
        if Some(entry.sequence) != sequence.checked_add(1) {
            self.broken("sequence_has_no_gap", entry, format!("follows entry {sequence}"));
        }
        let after =
            (used + i128::from(entry.used_delta.0), reserved + i128::from(entry.reserved_delta.0));
        if after != (i128::from(entry.used.0), i128::from(entry.reserved.0)) {
            let problem = format!(
                "says used {} and reserved {}, but {} and {} follow from the entry before",
                entry.used, entry.reserved, after.0, after.1
            );
            self.broken("running_totals_chain", entry, problem);
        }
        if entry.previous_hash != hash {
            self.broken(
                "account_hash_chain",
                entry,
                "does not carry the hash of the entry before".to_owned(),
            );
        }
        if entry.hash != entry.computed_hash() {
            self.broken(
                "account_hash_chain",
                entry,
                "its fields do not give its hash: it was changed".to_owned(),
            );
        }
        if at.is_some_and(|at| entry.at < at) {
            self.broken(
                "times_never_run_back",
                entry,
                "is dated before the entry before".to_owned(),
            );
        }
    }

    /// What a kind of entry does to the totals follows from its units.
    fn deltas(&mut self, entry: &Entry) {
        let (units, used, reserved) = (entry.units.0, entry.used_delta.0, entry.reserved_delta.0);
        let fits = match entry.kind {
            EntryKind::Reserve => units >= 0 && used == 0 && reserved == units,
            EntryKind::Confirm => units >= 0 && used == units && reserved <= 0,
            EntryKind::Cancel => units >= 0 && used == 0 && units.checked_neg() == Some(reserved),
            EntryKind::Adjust | EntryKind::Reverse => used == units && reserved == 0,
        };
        if !fits {
            let problem = format!(
                "a {} of {units} cannot change used by {used} and reserved by {reserved}",
                entry.kind.as_str()
            );
            self.broken("deltas_fit_their_kind", entry, problem);
        }
    }

    fn reserve(&mut self, entry: &Entry) {
        self.reserves.insert(entry.sequence, (entry.job, entry.reserved_delta));
        let sum = i128::from(entry.used.0) + i128::from(entry.reserved.0);
        if entry.limit.is_none_or(|limit| sum > i128::from(limit.0)) {
            self.broken(
                "reserve_within_its_limit",
                entry,
                format!("passes the limit it carries: {:?}", entry.limit),
            );
        }
    }

    fn settle(&mut self, entry: &Entry) {
        let reserve = entry.settles.and_then(|sequence| self.reserves.get(&sequence)).copied();
        let undone = reserve.is_some_and(|(job, units)| {
            job == entry.job && units.0.checked_neg() == Some(entry.reserved_delta.0)
        });
        if !undone {
            let problem = "settles no earlier reserve of its job and size".to_owned();
            self.broken("settlement_follows_its_reserve", entry, problem);
        }
        if let Some(first) =
            entry.settles.and_then(|sequence| self.settled.insert(sequence, entry.sequence))
        {
            self.broken(
                "one_settlement_per_reservation",
                entry,
                format!("entry {first} settled the same reserve"),
            );
        }
        let most = reserve.map_or(Units::ZERO, |(_, units)| units);
        if entry.kind == EntryKind::Confirm && entry.units > most && !entry.overage {
            let problem =
                format!("confirms {} of {most} reserved without the overage flag", entry.units);
            self.broken("confirm_within_its_reservation", entry, problem);
        }
    }

    fn reverse(&mut self, entry: &Entry) {
        let target = entry.reverses.and_then(|sequence| self.corrigible.get(&sequence));
        if target.and_then(|delta| delta.0.checked_neg()) != Some(entry.used_delta.0) {
            self.broken(
                "reverse_negates_its_target",
                entry,
                "does not negate an earlier confirm or adjust".to_owned(),
            );
        }
        if let Some(first) =
            entry.reverses.and_then(|sequence| self.reversed.insert(sequence, entry.sequence))
        {
            self.broken(
                "reverse_negates_its_target",
                entry,
                format!("entry {first} reversed the same entry"),
            );
        }
    }
}
