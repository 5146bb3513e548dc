//! What must hold after every commit, read through the port and reckoned anew.

use std::collections::{BTreeMap, BTreeSet};

use onceover_domain::chain::Hash;
use onceover_domain::id::JobId;
use onceover_domain::job::{Job, Outcome, State};
use onceover_domain::ledger::{Account, Entry, EntryKind};
use onceover_domain::time::Time;
use onceover_store::{AccountId, JobFilter, Snapshot, SubmissionOutcome};

use super::World;

/// Jobs whose attempts and submissions are read one by one; a storm is left to its own law.
const FEW: usize = 12;
const PAGE: u32 = 1_000;

impl World {
    /// Reckons everything anew: totals and chains, holds, leases, attempts, arrivals, the audit.
    pub async fn check(&self) {
        let mut snapshot = self.read().await;
        let jobs = all_jobs(&mut *snapshot).await;
        let mut open = BTreeMap::new();
        let mut confirmed: BTreeMap<JobId, u32> = BTreeMap::new();
        for account in snapshot.verify_accounts(None, PAGE).await.unwrap() {
            let id = AccountId {
                tenant: account.tenant.clone(),
                meter: account.meter.clone(),
                period_start: account.period_start,
            };
            let mut entries: Vec<Entry> = vec![];
            loop {
                let after = entries.last().map_or(0, |last| last.sequence);
                let more = snapshot.verify_entries(&id, after, PAGE).await.unwrap();
                if more.is_empty() {
                    break;
                }
                entries.extend(more);
            }
            let held = account_adds_up(&account, &entries);
            for entry in &entries {
                if entry.kind == EntryKind::Confirm {
                    *confirmed.entry(entry.job.unwrap()).or_default() += 1;
                }
                if let Some(job) = entry.job.and_then(|id| jobs.get(&id)) {
                    assert_eq!(
                        (&job.tenant, job.meter.as_ref()),
                        (&entry.tenant, Some(&entry.meter)),
                        "entry of its job"
                    );
                }
            }
            open.extend(held.into_iter().map(|(job, hold)| ((job, id.clone()), hold)));
        }
        jobs_stand_as_they_should(&jobs, &open, &confirmed);
        if jobs.len() <= FEW {
            for job in jobs.values() {
                history_adds_up(&mut *snapshot, job).await;
            }
        }
        audit_is_one_chain(&mut *snapshot).await;
    }

    /// Lets the product reckon as well: `verify` must agree that nothing disagrees.
    pub async fn verify(&self) {
        let report = onceover_engine::verify(&mut *self.read().await).await.unwrap();
        let violations: Vec<_> =
            report.checks.iter().filter(|check| !check.violations.is_empty()).collect();
        assert!(report.ok(), "{violations:#?}");
    }
}

async fn all_jobs(snapshot: &mut dyn Snapshot) -> BTreeMap<JobId, Job> {
    let mut jobs = BTreeMap::new();
    let mut filter = JobFilter { limit: PAGE, ..JobFilter::default() };
    loop {
        let page = snapshot.job_page(&filter).await.unwrap();
        let Some(last) = page.last() else { return jobs };
        filter.before = Some(last.job.id);
        jobs.extend(page.into_iter().map(|row| (row.job.id, row.job)));
    }
}

/// Totals, chain, numbers and settlements of one account; answers what is open: sequence and units by job.
fn account_adds_up(account: &Account, entries: &[Entry]) -> BTreeMap<JobId, (i64, i64)> {
    let (mut used, mut reserved, mut hash, mut at) = (0, 0, Hash::ZERO, Time(0));
    let mut open: BTreeMap<JobId, (i64, i64)> = BTreeMap::new();
    for (entry, sequence) in entries.iter().zip(1..) {
        used += entry.used_delta.0;
        reserved += entry.reserved_delta.0;
        assert_eq!(entry.sequence, sequence, "no gap, no fork");
        assert_eq!(
            (entry.used.0, entry.reserved.0),
            (used, reserved),
            "running totals of entry {sequence}"
        );
        assert!(used >= 0 && reserved >= 0, "never negative, entry {sequence}");
        assert_eq!(
            (entry.previous_hash, entry.computed_hash()),
            (hash, entry.hash),
            "chain at entry {sequence}"
        );
        assert!(entry.at >= at, "time never runs back, entry {sequence}");
        match entry.kind {
            EntryKind::Reserve => {
                assert!(used + reserved <= entry.limit.unwrap().0, "no reserve passes its limit");
                let twice = open.insert(entry.job.unwrap(), (sequence, entry.units.0));
                assert_eq!(twice, None, "one open reservation a job");
            }
            EntryKind::Confirm | EntryKind::Cancel => {
                let held =
                    open.remove(&entry.job.unwrap()).expect("a settlement ends what is open");
                assert_eq!(
                    held,
                    (entry.settles.unwrap(), -entry.reserved_delta.0),
                    "of its own reservation"
                );
            }
            EntryKind::Adjust | EntryKind::Reverse => {
                assert!(entry.override_id.is_some(), "by override")
            }
        }
        (hash, at) = (entry.hash, entry.at);
    }
    let sequence = i64::try_from(entries.len()).unwrap();
    assert_eq!(
        (account.used.0, account.reserved.0, account.sequence),
        (used, reserved, sequence),
        "cached totals"
    );
    assert_eq!((account.hash, account.at), (hash, if sequence == 0 { account.at } else { at }));
    open
}

fn jobs_stand_as_they_should(
    jobs: &BTreeMap<JobId, Job>,
    open: &BTreeMap<(JobId, AccountId), (i64, i64)>,
    confirmed: &BTreeMap<JobId, u32>,
) {
    let mut held = BTreeMap::new();
    for job in jobs.values() {
        if let Some(hold) = &job.hold {
            let meter = job.meter.clone().expect("what holds units has a meter");
            let account =
                AccountId { tenant: job.tenant.clone(), meter, period_start: hold.period_start };
            held.insert((job.id, account), (hold.sequence, hold.units.0));
            assert!(!job.state.is_final(), "final holds nothing: {}", job.id);
        }
        assert_eq!(
            job.lease.is_some(),
            job.state == State::Running,
            "a lease is what running means: {}",
            job.id
        );
        assert_eq!(
            job.finished_at.is_some(),
            job.state.is_final(),
            "final has its date: {}",
            job.id
        );
        assert!(job.failures <= job.max_attempts, "failures are bounded: {}", job.id);
        let confirms = confirmed.get(&job.id).copied().unwrap_or(0);
        let expected = u32::from(job.state == State::Succeeded && job.meter.is_some());
        assert_eq!(
            confirms, expected,
            "charged once when it succeeded and else not: {} {}",
            job.state, job.id
        );
    }
    assert_eq!(&held, open, "what jobs hold is what the ledger has open");
}

async fn history_adds_up(snapshot: &mut dyn Snapshot, job: &Job) {
    let attempts = snapshot.attempts(job).await.unwrap();
    let ended = job.attempt - u32::from(job.state == State::Running);
    let numbers: Vec<u32> = attempts.iter().map(|attempt| attempt.number).collect();
    assert_eq!(
        numbers,
        (1..=ended).collect::<Vec<_>>(),
        "every attempt that ended, once, in order: {}",
        job.id
    );
    let tokens: BTreeSet<_> = attempts.iter().map(|attempt| attempt.token).collect();
    assert_eq!(tokens.len(), attempts.len(), "a token an attempt: {}", job.id);
    let now = attempts.iter().filter(|attempt| attempt.generation == job.generation);
    let failures =
        now.filter(|attempt| matches!(attempt.outcome, Outcome::Failed | Outcome::Lost)).count();
    assert_eq!(
        u32::try_from(failures).unwrap(),
        job.failures,
        "failures of this generation: {}",
        job.id
    );
    let arrivals = snapshot.submissions(job).await.unwrap();
    let created =
        arrivals.iter().filter(|arrival| arrival.outcome == SubmissionOutcome::Created).count();
    assert_eq!(created, 1, "created once, however often it arrived: {}", job.id);
    assert!(
        arrivals.iter().all(|arrival| arrival.tenant == job.tenant),
        "arrivals of its own tenant: {}",
        job.id
    );
}

async fn audit_is_one_chain(snapshot: &mut dyn Snapshot) {
    let mut previous = Hash::ZERO;
    for (record, sequence) in snapshot.audit_records(0, PAGE).await.unwrap().iter().zip(1..) {
        assert_eq!(
            (record.sequence, record.previous_hash),
            (sequence, previous),
            "audit {sequence}"
        );
        assert_eq!(record.computed_hash(), record.hash, "audit {sequence}");
        previous = record.hash;
    }
}
