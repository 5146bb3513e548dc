//! Decides the items of a batch one after the other and collects what is to be written.

use std::collections::BTreeMap;

use onceover_domain::id::{JobId, TenantId};
use onceover_domain::idempotency::{
    Fingerprint, Kept, OnExpired, Request, Sent, Stored, Verdict, verdict,
};
use onceover_domain::job::{Hold, Job, State};
use onceover_domain::ledger::{Account, Entry, LedgerRejection, LimitExceeded, Origin};
use onceover_domain::tenant::ReserveAt;
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store::{
    AccountId, Denial, NewJob, StoreError, StoredKey, Submission, SubmissionOutcome, Transaction,
};

use super::{Submit, SubmitAnswer, SubmitRefused, Submitted, new_key};
use crate::apply::{Meters, touched};

type KeyId = (TenantId, String);

/// How an item is answered, by the job it made or found.
enum Answer {
    Made(JobId),
    Found(JobId),
    Refused(SubmitRefused),
}

/// A batch on its way.
pub(super) struct Plan {
    now: Time,
    ledger_now: Time,
    stored: BTreeMap<KeyId, StoredKey>,
    tenants: BTreeMap<TenantId, bool>,
    meters: Meters,
    accounts: BTreeMap<AccountId, Account>,
    /// Keys that this batch made a job with: the job and the request.
    made: BTreeMap<KeyId, (JobId, Request)>,
    /// The item each free key was taken for.
    taken: BTreeMap<KeyId, JobId>,
    jobs: Vec<NewJob>,
    entries: Vec<Entry>,
    log: Vec<Submission>,
    answers: Vec<Answer>,
}

impl Plan {
    pub(super) fn new(
        now: Time,
        ledger_now: Time,
        stored: BTreeMap<KeyId, StoredKey>,
        tenants: BTreeMap<TenantId, bool>,
        meters: Meters,
        accounts: BTreeMap<AccountId, Account>,
    ) -> Self {
        Self {
            now,
            ledger_now,
            stored,
            tenants,
            meters,
            accounts,
            made: BTreeMap::new(),
            taken: BTreeMap::new(),
            jobs: vec![],
            entries: vec![],
            log: vec![],
            answers: vec![],
        }
    }

    pub(super) fn decide(&mut self, item: &Submit) {
        let answer = match self.by_key(item) {
            Verdict::Create | Verdict::CreateAnew { .. } => match self.create(item) {
                Ok(()) => Answer::Made(item.job),
                Err(refused) => Answer::Refused(refused),
            },
            Verdict::Replay { job } => Answer::Found(job),
            Verdict::Mismatch { job, paths } => {
                Answer::Refused(SubmitRefused::KeyReused { job, paths })
            }
            // Neither is stored yet: keys have no end, and a creating transaction is waited for.
            Verdict::Expired { job } => {
                Answer::Refused(SubmitRefused::KeyReused { job, paths: vec![] })
            }
            Verdict::InProgress => Answer::Found(item.job),
        };
        self.log.extend(self.arrival(item, &answer));
        self.answers.push(answer);
    }

    fn by_key(&mut self, item: &Submit) -> Verdict<JobId> {
        let Some(key) = &item.key else { return Verdict::Create };
        let id = (item.tenant.clone(), key.clone());
        let texts;
        let stored = if let Some(stored) = self.stored.get(&id) {
            let Some(fingerprint) = Fingerprint::from_slice(&stored.fingerprint) else {
                return Verdict::Mismatch { job: stored.job, paths: vec![] };
            };
            let sent = stored
                .payload
                .as_deref()
                .map(|payload| Sent { request_text: &stored.request, payload });
            Stored::Kept(Kept { job: stored.job, fingerprint, sent, expires_at: None })
        } else if let Some((job, request)) = self.made.get(&id) {
            texts = request.request_text();
            let sent = Some(Sent { request_text: &texts, payload: request.payload() });
            Stored::Kept(Kept {
                job: *job,
                fingerprint: request.fingerprint(),
                sent,
                expires_at: None,
            })
        } else {
            self.taken.entry(id).or_insert(item.job);
            Stored::Nothing
        };
        verdict(stored, &item.request, OnExpired::Reuse, self.now)
    }

    fn create(&mut self, item: &Submit) -> Result<(), SubmitRefused> {
        match self.tenants.get(&item.tenant) {
            None => return Err(SubmitRefused::TenantUnknown(item.tenant.clone())),
            Some(true) => return Err(SubmitRefused::TenantSuspended(item.tenant.clone())),
            Some(false) => {}
        }
        let hold = match &item.charge {
            Some((meter, units)) => self.reserve(item, meter, *units)?,
            None => None,
        };
        if let Some(key) = &item.key {
            self.made.insert((item.tenant.clone(), key.clone()), (item.job, item.request.clone()));
        }
        let payload = item.request.payload().to_owned();
        self.jobs.push(NewJob { job: job(item, hold, self.now), payload });
        Ok(())
    }

    fn reserve(
        &mut self,
        item: &Submit,
        meter: &onceover_domain::id::Meter,
        units: Units,
    ) -> Result<Option<Hold>, SubmitRefused> {
        let unknown =
            || SubmitRefused::MeterUnknown { tenant: item.tenant.clone(), meter: meter.clone() };
        let settings =
            self.meters.get(&(item.tenant.clone(), meter.clone())).ok_or_else(unknown)?;
        let exceeded = |account: Option<&Account>| LimitExceeded {
            meter: meter.clone(),
            limit: settings.limit.units,
            used: account.map_or(Units::ZERO, |account| account.used),
            reserved: account.map_or(Units::ZERO, |account| account.reserved),
            asked: units,
        };
        if settings.reserve == ReserveAt::Start {
            // Units above the whole limit could never start.
            return if units > settings.limit.units {
                Err(exceeded(None).into())
            } else {
                Ok(None)
            };
        }
        let id = AccountId {
            tenant: item.tenant.clone(),
            meter: meter.clone(),
            period_start: settings.period.start(self.now),
        };
        let account = self.accounts.get_mut(&id).ok_or_else(unknown)?;
        let origin =
            Origin { job: Some(item.job), actor: item.sender.clone(), ..Origin::default() };
        match account.reserve(units, settings.limit, &origin, self.ledger_now) {
            Ok(entry) => {
                let hold = Hold {
                    period_start: entry.period_start,
                    sequence: entry.sequence,
                    units,
                    attempt: None,
                };
                self.entries.push(entry);
                Ok(Some(hold))
            }
            Err(LedgerRejection::LimitExceeded(exceeded)) => Err(exceeded.into()),
            Err(_) => Err(exceeded(Some(account)).into()),
        }
    }

    /// The log line of an arrival; a tenant that does not exist has no log.
    fn arrival(&self, item: &Submit, answer: &Answer) -> Option<Submission> {
        let (outcome, job, paths) = match answer {
            Answer::Made(job) => (SubmissionOutcome::Created, Some(*job), vec![]),
            Answer::Found(job) => (SubmissionOutcome::Replayed, Some(*job), vec![]),
            Answer::Refused(SubmitRefused::KeyReused { job, paths }) => {
                (SubmissionOutcome::Mismatched, Some(*job), paths.clone())
            }
            Answer::Refused(SubmitRefused::TenantUnknown(_)) => return None,
            Answer::Refused(_) => (SubmissionOutcome::Refused, None, vec![]),
        };
        let (code, denial) = match answer {
            Answer::Refused(refused) => (Some(refused.code().to_owned()), denial(refused)),
            Answer::Made(_) | Answer::Found(_) => (None, None),
        };
        Some(Submission {
            id: item.submission,
            tenant: item.tenant.clone(),
            key: item.key.clone(),
            job,
            outcome,
            code,
            sender: item.sender.clone(),
            request_id: item.request_id.clone(),
            at: self.now,
            paths,
            denial,
        })
    }

    pub(super) async fn write(
        self,
        tx: &mut dyn Transaction,
        batch: &[Submit],
    ) -> Result<Vec<SubmitAnswer>, StoreError> {
        self.settle_keys(tx, batch).await?;
        let mut known: BTreeMap<JobId, (Job, Option<String>)> = self
            .jobs
            .iter()
            .map(|new| (new.job.id, (new.job.clone(), Some(new.payload.clone()))))
            .collect();
        if !self.jobs.is_empty() {
            tx.insert_jobs(&self.jobs).await?;
        }
        if !self.entries.is_empty() {
            tx.append_entries(&self.entries).await?;
            tx.update_accounts(&touched(self.accounts, &self.entries)).await?;
        }
        if !self.log.is_empty() {
            tx.log_submissions(&self.log).await?;
        }
        let found: Vec<JobId> = self
            .answers
            .iter()
            .filter_map(Answer::found)
            .filter(|id| !known.contains_key(id))
            .collect();
        if !found.is_empty() {
            let mut payloads: BTreeMap<_, _> = tx.payloads(&found).await?.into_iter().collect();
            for job in tx.jobs(&found).await? {
                let payload = payloads.remove(&job.id).flatten();
                known.insert(job.id, (job, payload));
            }
        }
        self.answers.into_iter().map(|answer| answer.into_submit_answer(&known)).collect()
    }

    /// Gives back keys whose item was refused, and books them for a later item of the batch that made a job after all.
    async fn settle_keys(
        &self,
        tx: &mut dyn Transaction,
        batch: &[Submit],
    ) -> Result<(), StoreError> {
        let wrong: Vec<KeyId> = self
            .taken
            .iter()
            .filter(|(id, job)| self.made.get(*id).is_none_or(|(made, _)| made != *job))
            .map(|(id, _)| id.clone())
            .collect();
        if wrong.is_empty() {
            return Ok(());
        }
        tx.give_back_keys(&wrong).await?;
        let again: Vec<_> = wrong
            .iter()
            .filter_map(|id| self.made.get(id))
            .filter_map(|(job, _)| batch.iter().find(|item| item.job == *job))
            .filter_map(|item| Some(new_key(item, item.key.as_ref()?, self.now)))
            .collect();
        if !again.is_empty() {
            tx.take_keys(&again).await?;
        }
        Ok(())
    }
}

impl Answer {
    const fn found(&self) -> Option<JobId> {
        match self {
            Self::Found(job) => Some(*job),
            Self::Made(_) | Self::Refused(_) => None,
        }
    }

    fn into_submit_answer(
        self,
        known: &BTreeMap<JobId, (Job, Option<String>)>,
    ) -> Result<SubmitAnswer, StoreError> {
        let (id, replayed) = match self {
            Self::Made(id) => (id, false),
            Self::Found(id) => (id, true),
            Self::Refused(refused) => return Ok(Err(refused)),
        };
        let (job, payload) = known
            .get(&id)
            .cloned()
            .ok_or_else(|| StoreError::Conflict(format!("job {id} of a stored key")))?;
        Ok(Ok(Submitted { job, payload, replayed }))
    }
}

fn denial(refused: &SubmitRefused) -> Option<Denial> {
    match refused {
        SubmitRefused::LimitExceeded(exceeded) => Some(Denial {
            meter: exceeded.meter.clone(),
            units: exceeded.asked,
            limit: exceeded.limit,
            used: exceeded.used,
            reserved: exceeded.reserved,
        }),
        SubmitRefused::KeyReused { .. }
        | SubmitRefused::TenantUnknown(_)
        | SubmitRefused::TenantSuspended(_)
        | SubmitRefused::MeterUnknown { .. } => None,
    }
}

fn job(item: &Submit, hold: Option<Hold>, now: Time) -> Job {
    let (meter, units) = item.charge.clone().unzip();
    Job {
        id: item.job,
        tenant: item.tenant.clone(),
        kind: item.kind.clone(),
        queue: item.queue.clone(),
        state: State::Queued,
        priority: item.priority,
        run_at: item.run_at.unwrap_or(now),
        attempt: 0,
        failures: 0,
        max_attempts: item.max_attempts,
        generation: 1,
        losses: 0,
        releases: 0,
        payload_revision: 1,
        meter,
        units,
        key: item.key.clone(),
        labels: item.labels.clone(),
        created_at: now,
        changed_at: now,
        started_at: None,
        finished_at: None,
        lease: None,
        cancel_requested: false,
        blocked: false,
        failure: None,
        result: None,
        hold,
        version: 1,
    }
}
