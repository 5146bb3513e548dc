//! Writes what the domain decided: jobs, attempts and ledger entries of many changes in a few statements.

use std::collections::BTreeMap;

use onceover_domain::id::{Meter, TenantId};
use onceover_domain::job::{Change, Hold, Job, Posting, Rejection};
use onceover_domain::ledger::{Account, Entry, EntryKind, LedgerRejection, Origin};
use onceover_domain::tenant::MeterSettings;
use onceover_domain::time::Time;
use onceover_store::{AccountId, StoreError, Transaction};

/// A decided change of a locked job.
pub struct Work {
    /// What was decided.
    pub change: Change,
    /// Who caused it; job and attempt are filled in here.
    pub origin: Origin,
}

impl Work {
    fn reserves(&self) -> bool {
        self.change.postings.iter().any(|posting| matches!(posting, Posting::Reserve { .. }))
    }
}

/// Changes whose postings were accepted, ready to be written.
pub struct Prepared {
    works: Vec<Work>,
    entries: Vec<Entry>,
    accounts: Vec<Account>,
}

impl Prepared {
    /// The jobs as they will be, in the order of their works.
    pub fn jobs(&self) -> impl Iterator<Item = Job> + use<> {
        self.works.iter().map(|work| work.change.job.clone()).collect::<Vec<_>>().into_iter()
    }
}

/// Settings of the meters of `keys`, by tenant and meter.
pub type Meters = BTreeMap<(TenantId, Meter), MeterSettings>;

/// Reads the settings of meters, each once.
///
/// # Errors
/// The database fails.
pub async fn meters(
    tx: &mut dyn Transaction,
    keys: impl Iterator<Item = (TenantId, Meter)> + Send,
) -> Result<Meters, StoreError> {
    let mut keys: Vec<_> = keys.collect();
    keys.sort();
    keys.dedup();
    if keys.is_empty() {
        return Ok(Meters::new());
    }
    let found = tx.meters(&keys).await?;
    Ok(found
        .into_iter()
        .map(|meter| ((meter.tenant.clone(), meter.meter.clone()), meter))
        .collect())
}

/// Locks the accounts that the works touch and makes their entries. A work whose posting is refused is left out and its
/// rejection given in its place; nothing is written yet.
///
/// # Errors
/// The database fails.
pub async fn prepare(
    tx: &mut dyn Transaction,
    works: Vec<Work>,
    meters: &Meters,
    now: Time,
) -> Result<(Prepared, Vec<Option<Rejection>>), StoreError> {
    let ids: Vec<AccountId> =
        works.iter().flat_map(|work| account_ids(work, meters, now)).collect();
    let decided = now;
    let (mut accounts, now) = lock(tx, ids, now).await?;
    let fresh;
    let meters = if works.iter().any(|work| work.reserves()) {
        // A limit may have changed while its account was waited for; from now on it cannot.
        fresh = self::meters(tx, meters.keys().cloned().collect::<Vec<_>>().into_iter()).await?;
        &fresh
    } else {
        meters
    };
    let mut prepared = Prepared { works: Vec::new(), entries: Vec::new(), accounts: Vec::new() };
    let mut rejections = Vec::with_capacity(works.len());
    for mut work in works {
        match post(&mut work, &mut accounts, meters, decided, now) {
            Ok(entries) => {
                prepared.entries.extend(entries);
                prepared.works.push(work);
                rejections.push(None);
            }
            Err(rejection) => rejections.push(Some(rejection)),
        }
    }
    prepared.accounts = touched(accounts, &prepared.entries);
    Ok((prepared, rejections))
}

/// Writes prepared changes.
///
/// # Errors
/// The database fails or refuses.
pub async fn write(tx: &mut dyn Transaction, prepared: Prepared) -> Result<(), StoreError> {
    let Prepared { works, entries, accounts } = prepared;
    let mut jobs = Vec::with_capacity(works.len());
    let mut attempts = Vec::new();
    for Work { change, .. } in works {
        if let Some(ended) = change.ended {
            attempts.push((change.job.tenant.clone(), change.job.id, ended));
        }
        jobs.push(change.job);
    }
    if !jobs.is_empty() {
        tx.update_jobs(&jobs).await?;
    }
    if !attempts.is_empty() {
        tx.insert_attempts(&attempts).await?;
    }
    if !entries.is_empty() {
        tx.append_entries(&entries).await?;
        tx.update_accounts(&accounts).await?;
    }
    Ok(())
}

/// Accounts by id, locked in order, and the time read after they were.
///
/// # Errors
/// The database fails.
pub async fn lock(
    tx: &mut dyn Transaction,
    mut ids: Vec<AccountId>,
    now: Time,
) -> Result<(BTreeMap<AccountId, Account>, Time), StoreError> {
    ids.sort();
    ids.dedup();
    if ids.is_empty() {
        return Ok((BTreeMap::new(), now));
    }
    let accounts = tx.lock_accounts(&ids).await?;
    let now = tx.now().await?;
    Ok((ids.into_iter().zip(accounts).collect(), now))
}

/// The accounts that got an entry.
#[must_use]
pub fn touched(accounts: BTreeMap<AccountId, Account>, entries: &[Entry]) -> Vec<Account> {
    let sequences: BTreeMap<AccountId, i64> = entries
        .iter()
        .map(|entry| (id_of(&entry.tenant, &entry.meter, entry.period_start), entry.sequence))
        .collect();
    accounts
        .into_iter()
        .filter(|(id, account)| sequences.get(id) == Some(&account.sequence))
        .map(|(_, account)| account)
        .collect()
}

fn id_of(tenant: &TenantId, meter: &Meter, period_start: Time) -> AccountId {
    AccountId { tenant: tenant.clone(), meter: meter.clone(), period_start }
}

fn account_ids(work: &Work, meters: &Meters, now: Time) -> Vec<AccountId> {
    let job = &work.change.job;
    let Some(meter) = &job.meter else { return vec![] };
    let mut ids = vec![];
    for posting in &work.change.postings {
        let period_start = match (posting, &job.hold) {
            (Posting::Confirm { .. } | Posting::Cancel, Some(hold)) => hold.period_start,
            (Posting::Reserve { .. } | Posting::Confirm { .. } | Posting::Cancel, _) => {
                match meters.get(&(job.tenant.clone(), meter.clone())) {
                    Some(settings) => settings.period.start(now),
                    None => continue,
                }
            }
        };
        ids.push(id_of(&job.tenant, meter, period_start));
    }
    ids
}

/// Makes the entries of one work and sets its hold; on a rejection the accounts are as before. The period is that of the moment
/// it was `decided`; entries are dated `now`, after the lock.
fn post(
    work: &mut Work,
    accounts: &mut BTreeMap<AccountId, Account>,
    meters: &Meters,
    decided: Time,
    now: Time,
) -> Result<Vec<Entry>, Rejection> {
    let Change { job, postings, .. } = &mut work.change;
    if postings.is_empty() {
        return Ok(vec![]);
    }
    let meter = job.meter.clone().ok_or(Rejection::NoMeter)?;
    let settings = meters.get(&(job.tenant.clone(), meter.clone())).ok_or(Rejection::NoMeter)?;
    let attempt = (job.attempt > 0).then_some(job.attempt);
    let origin = Origin { job: Some(job.id), attempt, ..work.origin.clone() };
    let mut changed: BTreeMap<AccountId, Account> = BTreeMap::new();
    let mut entries = Vec::with_capacity(postings.len());
    for posting in postings.iter() {
        let period_start = match (posting, &job.hold) {
            (Posting::Reserve { .. }, _) | (_, None) => settings.period.start(decided),
            (_, Some(hold)) => hold.period_start,
        };
        let id = id_of(&job.tenant, &meter, period_start);
        let account = match changed.entry(id.clone()) {
            std::collections::btree_map::Entry::Occupied(seen) => seen.into_mut(),
            std::collections::btree_map::Entry::Vacant(first) => {
                let account = accounts.get(&id).ok_or(Rejection::NoMeter)?;
                first.insert(account.clone())
            }
        };
        let entry = match (posting, &job.hold) {
            (Posting::Reserve { units, .. }, _) => {
                account.reserve(*units, settings.limit, &origin, now)
            }
            (Posting::Confirm { units }, Some(hold)) => {
                account.confirm(hold, *units, settings.overage, &origin, now)
            }
            (Posting::Cancel, Some(hold)) => account.cancel(hold, &origin, now),
            (Posting::Confirm { .. } | Posting::Cancel, None) => return Err(Rejection::NoHold),
        }
        .map_err(rejection)?;
        job.hold = match posting {
            Posting::Reserve { attempt, .. } => Some(Hold {
                period_start: entry.period_start,
                sequence: entry.sequence,
                units: entry.units,
                attempt: *attempt,
            }),
            Posting::Confirm { .. } | Posting::Cancel => None,
        };
        debug_assert!(
            matches!(entry.kind, EntryKind::Reserve) == job.hold.is_some(),
            "a hold is what a reserve opened"
        );
        entries.push(entry);
    }
    accounts.extend(changed);
    Ok(entries)
}

fn rejection(rejection: LedgerRejection) -> Rejection {
    match rejection {
        LedgerRejection::LimitExceeded(exceeded) => Rejection::LimitExceeded(exceeded),
        LedgerRejection::ExceedsReservation { reserved, units } => {
            Rejection::ExceedsReservation { reserved, units }
        }
        LedgerRejection::NegativeUnits
        | LedgerRejection::BelowZero { .. }
        | LedgerRejection::NotReversible
        | LedgerRejection::Overflow(_) => Rejection::NegativeUnits,
    }
}
