//! `verify`: re-derives everything from one snapshot and names every row that disagrees. It only reads.
//!
//! Accounts are re-computed entry by entry in Rust, override and audit chains likewise; what relates tables to one another is one
//! query a check. Checks whose subject does not exist yet (expired keys, bulk operations, counted groups) are not listed.

use std::collections::BTreeMap;

use onceover_domain::chain::Hash;
use onceover_domain::id::OverrideId;
use onceover_domain::ledger::{AccountCheck, CHECKS};
use onceover_domain::overrides::{Override, OverrideEvent};
use onceover_store::{AccountId, Snapshot, StoreError};

const PAGE: u32 = 1_000;
/// Checks that are one query each.
const QUERIES: [&str; 10] = [
    "one_confirm_per_job",
    "succeeded_is_charged_once",
    "final_holds_nothing",
    "open_reservation_has_live_job",
    "reserved_is_sum_of_open",
    "override_authority",
    "limits_agree",
    "tenants_agree",
    "keys_point_at_their_job",
    "attempts_agree",
];
const OVERRIDE_CHAIN: &str = "override_hash_chain";
const AUDIT_CHAIN: &str = "audit_hash_chain";

/// One check and the rows that break it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Its name.
    pub name: &'static str,
    /// `row: what is wrong`, each.
    pub violations: Vec<String>,
}

/// What `verify` found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Every check, also the clean ones.
    pub checks: Vec<Check>,
}

impl Report {
    /// Nothing disagrees.
    #[must_use]
    pub fn ok(&self) -> bool {
        self.checks.iter().all(|check| check.violations.is_empty())
    }
}

/// Checks everything in `snapshot`.
///
/// # Errors
/// The database fails.
pub async fn verify(snapshot: &mut dyn Snapshot) -> Result<Report, StoreError> {
    let mut found: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    accounts(snapshot, &mut found).await?;
    override_chains(snapshot, &mut found).await?;
    audit_chain(snapshot, &mut found).await?;
    for check in QUERIES {
        let rows = snapshot.verify_check(check).await?;
        found
            .entry(check)
            .or_default()
            .extend(rows.into_iter().map(|row| format!("{}: {}", row.row, row.problem)));
    }
    let names = CHECKS.into_iter().chain(QUERIES).chain([OVERRIDE_CHAIN, AUDIT_CHAIN]);
    let checks = names
        .map(|name| Check { name, violations: found.remove(name).unwrap_or_default() })
        .collect();
    Ok(Report { checks })
}

async fn accounts(
    snapshot: &mut dyn Snapshot,
    found: &mut BTreeMap<&'static str, Vec<String>>,
) -> Result<(), StoreError> {
    let mut after: Option<AccountId> = None;
    loop {
        let page = snapshot.verify_accounts(after.as_ref(), PAGE).await?;
        for account in &page {
            let id = AccountId {
                tenant: account.tenant.clone(),
                meter: account.meter.clone(),
                period_start: account.period_start,
            };
            let mut check = AccountCheck::default();
            let mut sequence = i64::MIN;
            loop {
                let entries = snapshot.verify_entries(&id, sequence, PAGE).await?;
                let Some(last) = entries.last() else { break };
                sequence = last.sequence;
                entries.into_iter().for_each(|entry| check.see(entry));
            }
            for violation in check.end(account) {
                let line = format!("{}: {}", violation.row, violation.problem);
                found.entry(violation.check).or_default().push(line);
            }
            after = Some(id);
        }
        if page.is_empty() {
            return Ok(());
        }
    }
}

async fn override_chains(
    snapshot: &mut dyn Snapshot,
    found: &mut BTreeMap<&'static str, Vec<String>>,
) -> Result<(), StoreError> {
    let mut after: Option<OverrideId> = None;
    loop {
        let ids = snapshot.override_ids(after, PAGE).await?;
        let Some(last) = ids.last() else { return Ok(()) };
        after = Some(*last);
        for (request, events) in snapshot.overrides(&ids).await? {
            found.entry(OVERRIDE_CHAIN).or_default().extend(override_chain(&request, &events));
        }
    }
}

fn override_chain(request: &Override, events: &[OverrideEvent]) -> Vec<String> {
    let mut broken = vec![];
    if Hash::of(request.canonical.as_bytes()) != request.digest {
        broken.push(format!(
            "override {}: what was asked does not give its digest: it was changed",
            request.id
        ));
    }
    if events.is_empty() {
        broken.push(format!("override {}: has no event", request.id));
    }
    let mut previous = request.digest;
    for (event, expected) in events.iter().zip(1..) {
        if event.sequence != expected
            || event.previous_hash != previous
            || event.hash != event.computed_hash(request)
        {
            let row = format!("override {} event {}", request.id, event.sequence);
            broken.push(format!(
                "{row}: does not continue the chain: it was changed or one is missing"
            ));
        }
        previous = event.hash;
    }
    broken
}

async fn audit_chain(
    snapshot: &mut dyn Snapshot,
    found: &mut BTreeMap<&'static str, Vec<String>>,
) -> Result<(), StoreError> {
    let (mut sequence, mut previous, mut after) = (0_i64, Hash::ZERO, i64::MIN);
    loop {
        let records = snapshot.audit_records(after, PAGE).await?;
        let Some(last) = records.last() else { return Ok(()) };
        after = last.sequence;
        for record in records {
            sequence += 1;
            if record.sequence != sequence
                || record.previous_hash != previous
                || record.hash != record.computed_hash()
            {
                let line = format!(
                    "audit {}: does not continue the chain: it was changed or one is missing",
                    record.sequence
                );
                found.entry(AUDIT_CHAIN).or_default().push(line);
                sequence = record.sequence;
            }
            previous = record.hash;
        }
    }
}
