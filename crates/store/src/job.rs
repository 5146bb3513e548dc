//! Jobs, their attempts and payloads.

use async_trait::async_trait;
use onceover_domain::id::{JobId, Kind, LeaseToken, Queue, TenantId};
use onceover_domain::job::{Attempt, Job};
use onceover_domain::time::Time;

use crate::{
    DeadLetterGroup, DeadLetterMember, DeadLetterVariant, JobFilter, JobRow, StateNow, StoreError,
    SubmissionRow, WorkerLeases,
};

/// A job to insert, with the payload as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    /// The job: queued, generation 1, no attempt yet.
    pub job: Job,
    /// JSON text, byte for byte as it was sent.
    pub payload: String,
}

/// Which waiting jobs a claim may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueQuery {
    /// From these queues; at least one.
    pub queues: Vec<Queue>,
    /// Of these kinds; any if absent.
    pub kinds: Option<Vec<Kind>>,
    /// Of this tenant; any if absent.
    pub tenant: Option<TenantId>,
    /// At most this many.
    pub limit: u32,
    /// Due at this time.
    pub now: Time,
}

/// Reads of jobs.
#[async_trait]
pub trait JobReads: Send {
    /// Reads jobs by id, in any order, whichever tenant they belong to; ids that do not exist are left out.
    ///
    /// # Errors
    /// The database fails.
    async fn jobs(&mut self, ids: &[JobId]) -> Result<Vec<Job>, StoreError>;

    /// Reads the current payload revision of jobs: (id, JSON text; `None` after an erasure).
    ///
    /// # Errors
    /// The database fails.
    async fn payloads(&mut self, ids: &[JobId])
    -> Result<Vec<(JobId, Option<String>)>, StoreError>;

    /// The job a key of a tenant made.
    ///
    /// # Errors
    /// The database fails.
    async fn job_by_key(
        &mut self,
        tenant: &TenantId,
        key: &str,
    ) -> Result<Option<JobId>, StoreError>;

    /// Earliest `run_at` of a waiting job that fits the query, due or not (`now` and `limit` are not looked at).
    ///
    /// # Errors
    /// The database fails.
    async fn next_due(&mut self, query: &DueQuery) -> Result<Option<Time>, StoreError>;

    /// One page of jobs, newest first (by id, descending), below `filter.before`.
    ///
    /// # Errors
    /// The database fails.
    async fn job_page(&mut self, filter: &JobFilter) -> Result<Vec<JobRow>, StoreError>;

    /// How many jobs match the filter, its state and cursor left out, per state; states without a job may be left out.
    ///
    /// # Errors
    /// The database fails.
    async fn job_counts(
        &mut self,
        filter: &JobFilter,
    ) -> Result<Vec<(onceover_domain::job::State, i64)>, StoreError>;

    /// Kinds that exist, sorted; at most 200.
    ///
    /// # Errors
    /// The database fails.
    async fn kinds(&mut self) -> Result<Vec<Kind>, StoreError>;

    /// Ended attempts of a job, by number.
    ///
    /// # Errors
    /// The database fails.
    async fn attempts(&mut self, job: &Job) -> Result<Vec<Attempt>, StoreError>;

    /// Arrivals that made or found a job, oldest first.
    ///
    /// # Errors
    /// The database fails.
    async fn submissions(&mut self, job: &Job) -> Result<Vec<SubmissionRow>, StoreError>;

    /// Each state with its count and, of the last 24 hours before `now`, when its jobs changed into it. `hours[23]` is the hour
    /// that ends at `now`. States without a job may be left out.
    ///
    /// # Errors
    /// The database fails.
    async fn states_now(&mut self, now: Time) -> Result<Vec<StateNow>, StoreError>;

    /// The waiting, due job (`queued`) with the earliest `run_at`.
    ///
    /// # Errors
    /// The database fails.
    async fn oldest_waiting(&mut self, now: Time) -> Result<Option<JobRow>, StoreError>;

    /// Workers and how many leases each holds, most first; at most 50.
    ///
    /// # Errors
    /// The database fails.
    async fn worker_leases(&mut self) -> Result<Vec<WorkerLeases>, StoreError>;

    /// Attempts that ended as lost since `since`.
    ///
    /// # Errors
    /// The database fails.
    async fn lost_since(&mut self, since: Time) -> Result<i64, StoreError>;

    /// Dead letters by group, largest first; of one group if it is named. `hours` as in [`JobReads::states_now`].
    ///
    /// # Errors
    /// The database fails.
    async fn dead_letter_groups(
        &mut self,
        now: Time,
        group: Option<&str>,
    ) -> Result<Vec<DeadLetterGroup>, StoreError>;

    /// How many dead letters of one group per tenant and kind.
    ///
    /// # Errors
    /// The database fails.
    async fn dead_letter_members(
        &mut self,
        group: &str,
    ) -> Result<Vec<DeadLetterMember>, StoreError>;

    /// Messages of one group with their counts, most frequent first; at most 20.
    ///
    /// # Errors
    /// The database fails.
    async fn dead_letter_variants(
        &mut self,
        group: &str,
    ) -> Result<Vec<DeadLetterVariant>, StoreError>;
}

/// Writes of jobs.
#[async_trait]
pub trait JobWrites: Send {
    /// Inserts jobs with their payloads as revision 1.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when an id exists.
    async fn insert_jobs(&mut self, jobs: &[NewJob]) -> Result<(), StoreError>;

    /// Locks jobs in the order of their ids, waiting for other transactions, and reads them; ids that do not exist are left out.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when another transaction could not be waited for any longer.
    async fn lock_jobs(&mut self, ids: &[JobId]) -> Result<Vec<Job>, StoreError>;

    /// Locks the next waiting jobs of a claim: state `queued` or `failed`, `run_at <= now`; by priority (highest first), `run_at`,
    /// id. Jobs that another transaction has locked are passed over, not waited for.
    ///
    /// # Errors
    /// The database fails.
    async fn lock_due(&mut self, query: &DueQuery) -> Result<Vec<Job>, StoreError>;

    /// Locks running jobs whose lease ended at or before `now`, oldest end first; locked ones are passed over.
    ///
    /// # Errors
    /// The database fails.
    async fn lock_expired(&mut self, now: Time, limit: u32) -> Result<Vec<Job>, StoreError>;

    /// Running jobs whose lease was given to this claim request and has not ended at `now`.
    ///
    /// # Errors
    /// The database fails.
    async fn leased_by_request(&mut self, request: &str, now: Time)
    -> Result<Vec<Job>, StoreError>;

    /// The ended attempt of each (job, token), if there is one, in any order.
    ///
    /// # Errors
    /// The database fails.
    async fn ended_attempts(
        &mut self,
        of: &[(JobId, LeaseToken)],
    ) -> Result<Vec<(JobId, Attempt)>, StoreError>;

    /// Writes jobs as decided: everything that can change is set where the stored version is one below the job's. The error group
    /// is derived from the failure.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when a version differs; [`StoreError::Refused`] when a guard says no.
    async fn update_jobs(&mut self, jobs: &[Job]) -> Result<(), StoreError>;

    /// Appends ended attempts.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when the number exists.
    async fn insert_attempts(
        &mut self,
        attempts: &[(TenantId, JobId, Attempt)],
    ) -> Result<(), StoreError>;
}
