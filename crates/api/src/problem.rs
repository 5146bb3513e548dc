//! Makes problems out of refusals and failures. Each code is made in one place.

use std::fmt::Display;

use onceover_domain::job::Rejection;
use onceover_domain::ledger::LimitExceeded;
use onceover_engine::overrides::{OverrideError, OverrideRefused};
use onceover_engine::{FinishRefused, SubmitRefused};
use onceover_store::{Scope, StoreError};
use serde_json::{Map, Value, json};

use crate::dto::Problem;

impl Problem {
    /// A problem without facts.
    #[must_use]
    pub fn new(status: u16, code: &str, title: &str, detail: impl Display) -> Self {
        Self {
            status,
            code: code.to_owned(),
            title: title.to_owned(),
            detail: detail.to_string(),
            facts: Map::new(),
            retry_after: None,
        }
    }

    fn with(mut self, name: &str, value: Value) -> Self {
        self.facts.insert(name.to_owned(), value);
        self
    }

    const fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }
}

/// A request that does not make sense; `detail` says what to change.
pub fn invalid(detail: impl Display) -> Problem {
    Problem::new(400, "request_invalid", "The request is not valid", detail)
}

pub fn key_invalid(detail: impl Display) -> Problem {
    Problem::new(400, "idempotency_key_invalid", "The Idempotency-Key is not valid", detail)
}

pub fn unauthorized() -> Problem {
    Problem::new(
        401,
        "unauthorized",
        "An API key is needed",
        "send a valid API key as `Authorization: Bearer oo_...`; make one with `onceover keys create`",
    )
}

pub fn scope_missing(scope: Scope) -> Problem {
    let detail = format!("this API key lacks the scope `{}`", scope.as_str());
    Problem::new(403, "scope_missing", "The API key may not do this", detail)
}

pub fn operator_needed() -> Problem {
    let detail = "only an operator may do this: use the console or `onceover` on the command line";
    Problem::new(403, "operator_needed", "Only a person may do this", detail)
}

pub fn other_tenant() -> Problem {
    let detail = "this API key belongs to another tenant; leave `tenant` out";
    Problem::new(403, "other_tenant", "The API key belongs to another tenant", detail)
}

pub fn tenant_missing() -> Problem {
    Problem::new(
        400,
        "tenant_missing",
        "A tenant is needed",
        "this API key serves all tenants, so name one as `tenant`",
    )
}

pub fn not_found(what: &str) -> Problem {
    Problem::new(404, "not_found", "Not found", format!("there is no such {what}"))
}

pub fn not_initialized() -> Problem {
    let detail = "this database has no workspace yet; make it with `onceover init --database URL`";
    Problem::new(409, "not_initialized", "The workspace is not set up", detail)
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) | StoreError::Busy(_) => Self::new(
                503,
                "database_unavailable",
                "The database is not available",
                "nothing was changed; repeat the request, with the same Idempotency-Key if it has one",
            )
            .retry_after(1),
            StoreError::CommitUnknown(_) => Self::new(
                503,
                "outcome_unknown",
                "The outcome is not known",
                "the request may or may not have taken effect; repeat it with the same Idempotency-Key to find out",
            )
            .retry_after(1),
            StoreError::Unusable(why) => Self::new(503, "database_unusable", "The database cannot be used", why),
            StoreError::Refused(ref why) | StoreError::Conflict(ref why) | StoreError::Failed(ref why) => {
                tracing::error!(why, "a request failed in the database");
                Self::new(
                    500,
                    "internal",
                    "Something broke",
                    "nothing was changed; the log of the server says more. Repeating the request is safe",
                )
            }
        }
    }
}

impl From<SubmitRefused> for Problem {
    fn from(refused: SubmitRefused) -> Self {
        let detail = refused.to_string();
        let of = |status, title| Self::new(status, refused.code(), title, &detail);
        match &refused {
            SubmitRefused::KeyReused { job, paths } => {
                of(422, "The Idempotency-Key belongs to another request")
                    .with("job", json!(job.to_string()))
                    .with("paths", json!(paths))
            }
            SubmitRefused::TenantUnknown(_) => of(422, "There is no such tenant"),
            SubmitRefused::TenantSuspended(_) => of(403, "The tenant is suspended"),
            SubmitRefused::MeterUnknown { .. } => of(422, "There is no such meter"),
            SubmitRefused::LimitExceeded(exceeded) => limit_exceeded(exceeded),
        }
    }
}

fn limit_exceeded(exceeded: &LimitExceeded) -> Problem {
    Problem::new(429, "limit_exceeded", "The limit would be passed", exceeded)
        .with("meter", json!(exceeded.meter.as_str()))
        .with("limit", json!(exceeded.limit))
        .with("used", json!(exceeded.used))
        .with("reserved", json!(exceeded.reserved))
        .with("asked", json!(exceeded.asked))
}

impl From<Rejection> for Problem {
    fn from(rejection: Rejection) -> Self {
        let of = |status, title| Self::new(status, rejection.code(), title, &rejection);
        match &rejection {
            Rejection::LeaseLost => of(409, "The lease is lost"),
            Rejection::AlreadyConfirmed { units } => {
                of(409, "Already confirmed").with("units", json!(units))
            }
            Rejection::WrongState { state } => of(409, "The state of the job does not allow this")
                .with("state", json!(state.as_str())),
            Rejection::NotDue { .. } => of(409, "The job is not due"),
            Rejection::ExceedsReservation { reserved, units } => of(409, "More than was reserved")
                .with("reserved", json!(reserved))
                .with("units", json!(units)),
            Rejection::NegativeUnits => of(400, "The units are not valid"),
            Rejection::NoMeter => of(400, "The job has no meter"),
            Rejection::NoHold => of(409, "The job holds no units"),
            Rejection::LimitExceeded(exceeded) => limit_exceeded(exceeded),
        }
    }
}

impl From<FinishRefused> for Problem {
    fn from(refused: FinishRefused) -> Self {
        match refused {
            FinishRefused::NotFound => not_found("job"),
            FinishRefused::Rejected(rejection) => rejection.into(),
        }
    }
}

impl From<OverrideError> for Problem {
    fn from(error: OverrideError) -> Self {
        let refused = match error {
            OverrideError::Store(error) => return error.into(),
            OverrideError::Refused(refused) => refused,
        };
        let of = |status, title| Self::new(status, refused.code(), title, &refused);
        match &refused {
            OverrideRefused::NotFound(what) => not_found(what),
            OverrideRefused::NoOperator(_) => of(403, "Not an operator"),
            OverrideRefused::Stale { .. } | OverrideRefused::LimitStale { .. } => {
                of(409, "It changed since it was shown")
            }
            OverrideRefused::MeterFixed(_) => of(409, "The settings of a meter are fixed"),
            OverrideRefused::Reason(_) => of(400, "A reason is needed"),
            OverrideRefused::Rejected(rejection) => rejection.clone().into(),
            OverrideRefused::RequestReused => of(422, "The request id was used before"),
        }
    }
}
