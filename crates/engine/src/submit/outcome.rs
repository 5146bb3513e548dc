//! What a submit is answered with.

use onceover_domain::id::{JobId, Meter, TenantId};
use onceover_domain::job::Job;
use onceover_domain::ledger::LimitExceeded;

/// The job a request made or found.
#[derive(Debug, Clone)]
pub struct Submitted {
    /// The job as it is now.
    pub job: Job,
    /// Its payload; absent after an erasure.
    pub payload: Option<String>,
    /// It was there before this request.
    pub replayed: bool,
}

/// Why a request made no job. Precedence: key, tenant, meter, limit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubmitRefused {
    /// The key belongs to another request.
    #[error(
        "this Idempotency-Key was used for another request, job {job}; send the same request or use a new key{}",
        differ(paths)
    )]
    KeyReused {
        /// The job the key made.
        job: JobId,
        /// JSON paths that differ; empty when the first payload was erased.
        paths: Vec<String>,
    },
    /// There is no such tenant.
    #[error("there is no tenant {0}; make it with `onceover tenants create {0}`")]
    TenantUnknown(TenantId),
    /// The tenant takes no new jobs.
    #[error("the tenant {0} is suspended and takes no new jobs")]
    TenantSuspended(TenantId),
    /// There is no such meter.
    #[error(
        "the tenant {tenant} has no meter {meter}; make it with `onceover tenants set-limit {tenant} --meter {meter} --limit N`"
    )]
    MeterUnknown {
        /// Whose.
        tenant: TenantId,
        /// Its name.
        meter: Meter,
    },
    /// The units do not fit.
    #[error(transparent)]
    LimitExceeded(#[from] LimitExceeded),
}

impl SubmitRefused {
    /// The stable code of the API.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::KeyReused { .. } => "idempotency_key_reused",
            Self::TenantUnknown(_) => "tenant_unknown",
            Self::TenantSuspended(_) => "tenant_suspended",
            Self::MeterUnknown { .. } => "meter_unknown",
            Self::LimitExceeded(_) => "limit_exceeded",
        }
    }
}

fn differ(paths: &[String]) -> String {
    if paths.is_empty() { String::new() } else { format!(". They differ at {}", paths.join(", ")) }
}
