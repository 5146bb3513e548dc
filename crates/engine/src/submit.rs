//! Submit: one key makes at most one job and holds its units at most once.
//!
//! Keys are taken first, in order, so that of any number of requests with one key exactly one goes on and the others wait for
//! it and find what it made. Duplicates within a batch are settled in memory. Key, job, reservation and log line are written in
//! one transaction; a refused request leaves nothing but its log line.

mod outcome;
mod plan;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use onceover_domain::id::{JobId, Kind, Meter, Queue, SubmissionId, TenantId};
use onceover_domain::idempotency::Request;
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store::{AccountId, NewKey, StoreError, StoredKey, Transaction};

pub use outcome::{SubmitRefused, Submitted};
use plan::Plan;

use crate::apply::{self, Meters};

/// One arrival of a submit request, its syntax checked.
#[derive(Debug, Clone)]
pub struct Submit {
    /// Id the job gets if this request makes one.
    pub job: JobId,
    /// Id of the log line.
    pub submission: SubmissionId,
    /// Whose job.
    pub tenant: TenantId,
    /// Its idempotency key.
    pub key: Option<String>,
    /// The request as it came: fingerprint, payload bytes, members.
    pub request: Request,
    /// What the job does.
    pub kind: Kind,
    /// Where it waits.
    pub queue: Queue,
    /// Higher runs first.
    pub priority: i32,
    /// Not before; now if absent.
    pub run_at: Option<Time>,
    /// Failures it may have.
    pub max_attempts: u32,
    /// Meter and units it needs.
    pub charge: Option<(Meter, Units)>,
    /// Searchable labels.
    pub labels: BTreeMap<String, String>,
    /// Public part of the API key that sent it, or who else did.
    pub sender: String,
    /// `Request-Id`.
    pub request_id: String,
}

/// Answer to one submit.
pub type SubmitAnswer = Result<Submitted, SubmitRefused>;

/// Submits a batch in the caller's transaction: one answer an item, in order.
///
/// # Errors
/// The database fails; nothing of the batch may be committed then.
pub async fn submit(
    tx: &mut dyn Transaction,
    batch: Arc<[Submit]>,
) -> Result<Vec<SubmitAnswer>, StoreError> {
    let now = tx.now().await?;
    let stored = take_keys(tx, &batch, now).await?;
    let new: Vec<&Submit> = batch.iter().filter(|item| !is_stored(item, &stored)).collect();
    let tenants = tenants(tx, &new).await?;
    let charges =
        new.iter().filter_map(|item| Some((item.tenant.clone(), item.charge.as_ref()?.0.clone())));
    let mut meters: Meters = apply::meters(tx, charges).await?;
    let accounts = new.iter().filter_map(|item| account_id(item, &meters, now)).collect();
    let (accounts, ledger_now) = apply::lock(tx, accounts, now).await?;
    if !accounts.is_empty() {
        // A limit may have changed while its account was waited for; from now on it cannot.
        meters = apply::meters(tx, meters.into_keys().collect::<Vec<_>>().into_iter()).await?;
    }

    let mut plan = Plan::new(now, ledger_now, stored, tenants, meters, accounts);
    for item in batch.iter() {
        plan.decide(item);
    }
    plan.write(tx, &batch).await
}

fn is_stored(item: &Submit, stored: &BTreeMap<(TenantId, String), StoredKey>) -> bool {
    item.key.as_ref().is_some_and(|key| stored.contains_key(&(item.tenant.clone(), key.clone())))
}

/// Takes the free keys of the batch and reads the others.
async fn take_keys(
    tx: &mut dyn Transaction,
    batch: &[Submit],
    now: Time,
) -> Result<BTreeMap<(TenantId, String), StoredKey>, StoreError> {
    let mut first: BTreeMap<(TenantId, String), NewKey> = BTreeMap::new();
    for item in batch {
        if let Some(key) = &item.key {
            first
                .entry((item.tenant.clone(), key.clone()))
                .or_insert_with(|| new_key(item, key, now));
        }
    }
    if first.is_empty() {
        return Ok(BTreeMap::new());
    }
    let keys: Vec<NewKey> = first.into_values().collect();
    let taken = tx.take_keys(&keys).await?;
    let others: Vec<(TenantId, String)> = keys
        .iter()
        .zip(taken)
        .filter(|(_, taken)| !taken)
        .map(|(key, _)| (key.tenant.clone(), key.key.clone()))
        .collect();
    if others.is_empty() {
        return Ok(BTreeMap::new());
    }
    let stored = tx.stored_keys(&others).await?;
    if stored.len() != others.len() {
        // Given back between the two statements: the next run takes it.
        return Err(StoreError::Busy("an idempotency key was given back a moment ago".to_owned()));
    }
    Ok(stored.into_iter().map(|key| ((key.tenant.clone(), key.key.clone()), key)).collect())
}

fn new_key(item: &Submit, key: &str, now: Time) -> NewKey {
    NewKey {
        tenant: item.tenant.clone(),
        key: key.to_owned(),
        fingerprint: item.request.fingerprint().as_bytes().to_vec(),
        request: item.request.request_text(),
        job: item.job,
        created_at: now,
    }
}

/// Tenants of the new items that exist, with whether they are suspended.
async fn tenants(
    tx: &mut dyn Transaction,
    new: &[&Submit],
) -> Result<BTreeMap<TenantId, bool>, StoreError> {
    let ids: BTreeSet<TenantId> = new.iter().map(|item| item.tenant.clone()).collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let found = tx.tenants(&ids.into_iter().collect::<Vec<_>>()).await?;
    Ok(found.into_iter().map(|tenant| (tenant.id, tenant.suspended_at.is_some())).collect())
}

fn account_id(item: &Submit, meters: &Meters, now: Time) -> Option<AccountId> {
    let (meter, _) = item.charge.as_ref()?;
    let settings = meters.get(&(item.tenant.clone(), meter.clone()))?;
    (settings.reserve == onceover_domain::tenant::ReserveAt::Submit).then(|| AccountId {
        tenant: item.tenant.clone(),
        meter: meter.clone(),
        period_start: settings.period.start(now),
    })
}
