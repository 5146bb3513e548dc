//! A transaction that asks the [`Stage`] before every call and then does what the store does.

use std::sync::Arc;

use async_trait::async_trait;
use onceover_domain::id::*;
use onceover_domain::job::{Attempt, Job, State};
use onceover_domain::ledger::{Account, Entry, Limit};
use onceover_domain::operator::Operator;
use onceover_domain::overrides::{AuditHead, AuditRecord, Override, OverrideEvent, OverrideTarget};
use onceover_domain::tenant::{MeterSettings, Tenant};
use onceover_domain::time::Time;
use onceover_store::*;

use super::stage::{Act, Stage};

pub(super) struct Staged {
    inner: Option<Box<dyn Transaction>>,
    stage: Arc<Stage>,
}

impl Staged {
    pub(super) fn new(inner: Box<dyn Transaction>, stage: Arc<Stage>) -> Self {
        Self { inner: Some(inner), stage }
    }

    /// What is planned for this call; the gate to wait at after it.
    async fn before(&mut self, call: &str) -> Result<Option<Act>, StoreError> {
        match self.stage.next(call) {
            Some(Act::Hold(gate)) => gate.pass().await,
            Some(Act::Fail(error)) => return Err(error),
            Some(Act::Die) => self.inner = None,
            after @ (Some(Act::HoldAfter(_) | Act::CommitAndDie) | None) => return Ok(after),
        }
        Ok(None)
    }

    fn inner(&mut self) -> Result<&mut Box<dyn Transaction>, StoreError> {
        self.inner.as_mut().ok_or_else(dead)
    }
}

fn dead() -> StoreError {
    StoreError::Unavailable("the process died here".to_owned())
}

macro_rules! delegate {
    ($($trait:ident { $($name:ident ( $($argument:ident : $type:ty),* ) -> $answer:ty;)* })*) => {$(
        #[async_trait]
        impl $trait for Staged {
            $(async fn $name(&mut self, $($argument: $type),*) -> Result<$answer, StoreError> {
                let after = self.before(stringify!($name)).await?;
                let answer = self.inner()?.$name($($argument),*).await;
                if let Some(Act::HoldAfter(gate)) = after {
                    gate.pass().await;
                }
                answer
            })*
        }
    )*};
}

delegate! {
    Snapshot { now() -> Time; }
    JobReads {
        jobs(ids: &[JobId]) -> Vec<Job>;
        payloads(ids: &[JobId]) -> Vec<(JobId, Option<String>)>;
        job_by_key(tenant: &TenantId, key: &str) -> Option<JobId>;
        next_due(query: &DueQuery) -> Option<Time>;
        job_page(filter: &JobFilter) -> Vec<JobRow>;
        job_counts(filter: &JobFilter) -> Vec<(State, i64)>;
        kinds() -> Vec<Kind>;
        attempts(job: &Job) -> Vec<Attempt>;
        submissions(job: &Job) -> Vec<SubmissionRow>;
        states_now(now: Time) -> Vec<StateNow>;
        oldest_waiting(now: Time) -> Option<JobRow>;
        worker_leases() -> Vec<WorkerLeases>;
        lost_since(since: Time) -> i64;
        dead_letter_groups(now: Time, group: Option<&str>) -> Vec<DeadLetterGroup>;
        dead_letter_members(group: &str) -> Vec<DeadLetterMember>;
        dead_letter_variants(group: &str) -> Vec<DeadLetterVariant>;
    }
    JobWrites {
        insert_jobs(jobs: &[NewJob]) -> ();
        lock_jobs(ids: &[JobId]) -> Vec<Job>;
        lock_due(query: &DueQuery) -> Vec<Job>;
        lock_expired(now: Time, limit: u32) -> Vec<Job>;
        leased_by_request(request: &str, now: Time) -> Vec<Job>;
        ended_attempts(of: &[(JobId, LeaseToken)]) -> Vec<(JobId, Attempt)>;
        update_jobs(jobs: &[Job]) -> ();
        insert_attempts(attempts: &[(TenantId, JobId, Attempt)]) -> ();
    }
    IdempotencyWrites {
        take_keys(keys: &[NewKey]) -> Vec<bool>;
        stored_keys(keys: &[(TenantId, String)]) -> Vec<StoredKey>;
        give_back_keys(keys: &[(TenantId, String)]) -> ();
        log_submissions(submissions: &[Submission]) -> ();
    }
    LedgerReads {
        accounts(ids: &[AccountId]) -> Vec<Account>;
        account_totals(tenant: Option<&TenantId>, since: Time) -> Vec<AccountTotals>;
        entry_page(account: &AccountId, before: Option<i64>, limit: u32) -> Vec<EntryRow>;
        entries_of_job(tenant: &TenantId, job: JobId) -> Vec<Entry>;
        held(account: &AccountId) -> Vec<HeldRow>;
        refusals(tenant: &TenantId, meter: &Meter, since: Time) -> Option<RefusalsRow>;
        verify_accounts(after: Option<&AccountId>, limit: u32) -> Vec<Account>;
        verify_entries(account: &AccountId, after: i64, limit: u32) -> Vec<Entry>;
        verify_check(check: &str) -> Vec<VerifyRow>;
    }
    LedgerWrites {
        lock_accounts(ids: &[AccountId]) -> Vec<Account>;
        lock_accounts_of_meter(tenant: &TenantId, meter: &Meter) -> Vec<Account>;
        append_entries(entries: &[Entry]) -> ();
        update_accounts(accounts: &[Account]) -> ();
    }
    TenantReads {
        tenants(ids: &[TenantId]) -> Vec<Tenant>;
        all_tenants() -> Vec<Tenant>;
        meters(of: &[(TenantId, Meter)]) -> Vec<MeterSettings>;
        meters_of(tenant: Option<&TenantId>) -> Vec<MeterSettings>;
    }
    TenantWrites {
        insert_tenant(tenant: &Tenant) -> bool;
        insert_meter(meter: &MeterSettings, set_by: &str, now: Time) -> bool;
        append_limit(
            tenant: &TenantId, meter: &Meter, limit: Limit, set_by: &str, override_id: OverrideId, now: Time
        ) -> ();
    }
    OverrideReads {
        overrides(ids: &[OverrideId]) -> Vec<(Override, Vec<OverrideEvent>)>;
        override_by_request(requester: &OperatorName, request_id: &str) -> Option<OverrideId>;
        overrides_of_job(job: JobId) -> Vec<OverrideId>;
        override_ids(after: Option<OverrideId>, limit: u32) -> Vec<OverrideId>;
        audit_records(after: i64, limit: u32) -> Vec<AuditRecord>;
    }
    OverrideWrites {
        lock_override(id: OverrideId) -> ();
        insert_override(request: &Override) -> ();
        append_override_events(events: &[OverrideEvent]) -> ();
        insert_override_targets(targets: &[OverrideTarget]) -> ();
        lock_audit() -> AuditHead;
        append_audit(records: &[AuditRecord]) -> ();
    }
    OperatorReads {
        workspace() -> Option<Workspace>;
        operators() -> Vec<Operator>;
        api_key(id: &str) -> Option<ApiKey>;
        api_keys() -> Vec<ApiKey>;
    }
    OperatorWrites {
        insert_workspace(workspace: &Workspace) -> bool;
        insert_operator(operator: &Operator) -> bool;
        insert_api_key(key: &ApiKey) -> ();
        revoke_api_key(id: &str, now: Time) -> bool;
    }
}

#[async_trait]
impl Transaction for Staged {
    async fn commit(mut self: Box<Self>) -> Result<(), StoreError> {
        let after = self.before("commit").await?;
        let inner = self.inner.take().ok_or_else(dead)?;
        let committed = inner.commit().await;
        match after {
            Some(Act::CommitAndDie) => {
                Err(StoreError::CommitUnknown("the answer was lost".to_owned()))
            }
            Some(Act::HoldAfter(gate)) => {
                gate.pass().await;
                committed
            }
            Some(Act::Hold(_) | Act::Fail(_) | Act::Die) | None => committed,
        }
    }

    async fn rollback(mut self: Box<Self>) -> Result<(), StoreError> {
        match self.inner.take() {
            Some(inner) => inner.rollback().await,
            None => Ok(()),
        }
    }
}
