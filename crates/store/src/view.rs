//! Rows made for looking at: what lists, screens and `verify` read in one query each.

use onceover_domain::id::{JobId, Kind, Meter, Queue, TenantId};
use onceover_domain::job::{Job, State};
use onceover_domain::ledger::{Account, Entry};
use onceover_domain::time::Time;
use onceover_domain::units::Units;

use crate::Submission;

/// Which jobs a list shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JobFilter {
    /// In this state.
    pub state: Option<State>,
    /// Of this tenant.
    pub tenant: Option<TenantId>,
    /// Of this kind.
    pub kind: Option<Kind>,
    /// In this queue.
    pub queue: Option<Queue>,
    /// Made with this idempotency key.
    pub key: Option<String>,
    /// Whose last error has this class.
    pub error: Option<String>,
    /// In this dead-letter group (and in state `dead_letter`).
    pub group: Option<String>,
    /// With an id below this one.
    pub before: Option<JobId>,
    /// At most this many.
    pub limit: u32,
}

/// A job with the scale of its meter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobRow {
    /// The job.
    pub job: Job,
    /// Decimal places of its meter.
    pub scale: Option<u8>,
}

/// An arrival as stored.
pub type SubmissionRow = Submission;

/// One state, its count and its last 24 hours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateNow {
    /// The state.
    pub state: State,
    /// Jobs in it.
    pub count: i64,
    /// Earliest change into it among them.
    pub oldest: Option<Time>,
    /// Earliest `run_at` among them.
    pub next_run_at: Option<Time>,
    /// How many changed into it in each of the last 24 hours, oldest hour first.
    pub hours: [i64; 24],
}

/// A worker and its leases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerLeases {
    /// The name it gives itself.
    pub worker: String,
    /// Jobs it holds.
    pub leases: i64,
}

/// Dead letters that share one error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLetterGroup {
    /// Id of the group.
    pub group: String,
    /// Error class.
    pub class: String,
    /// Message of its newest member.
    pub message: String,
    /// How many.
    pub jobs: i64,
    /// Their tenants, sorted.
    pub tenants: Vec<TenantId>,
    /// Their kinds, sorted.
    pub kinds: Vec<Kind>,
    /// Earliest death.
    pub first_at: Time,
    /// Latest death.
    pub last_at: Time,
    /// Units they hold: meter, scale, units; sorted by meter.
    pub held: Vec<(Meter, u8, Units)>,
    /// Deaths in each of the last 24 hours, oldest first.
    pub hours: [i64; 24],
}

/// Dead letters of one group, tenant and kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLetterMember {
    /// Whose.
    pub tenant: TenantId,
    /// Of which kind.
    pub kind: Kind,
    /// How many.
    pub jobs: i64,
}

/// One wording of a group's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLetterVariant {
    /// The message.
    pub message: String,
    /// How many.
    pub jobs: i64,
}

/// An account with what is interesting beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountTotals {
    /// The account.
    pub account: Account,
    /// Units held by dead letters, part of its reserved total.
    pub held_by_dead_letters: Units,
    /// Submissions refused for want of units (counted per meter).
    pub refused: i64,
}

/// An entry with the key of its job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryRow {
    /// The entry.
    pub entry: Entry,
    /// Idempotency key of its job, if the job still exists.
    pub key: Option<String>,
}

/// Units held by the jobs in one state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldRow {
    /// The state.
    pub state: State,
    /// Units.
    pub units: Units,
    /// How many jobs.
    pub jobs: i64,
}

/// Submissions refused for want of units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusalsRow {
    /// How many.
    pub count: i64,
    /// What they asked for together.
    pub units: Units,
    /// When the first was refused.
    pub first_at: Time,
    /// When the last was refused.
    pub last_at: Time,
    /// What the first was judged by: limit, used, reserved.
    pub first: (Units, Units, Units),
}

/// A row that breaks a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyRow {
    /// Names the row, e.g. `job 01a1…`.
    pub row: String,
    /// What is wrong with it.
    pub problem: String,
}
