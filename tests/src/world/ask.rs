//! A submit request in the making.

use std::collections::BTreeMap;

use onceover_domain::id::{JobId, Kind, Meter, Queue, SubmissionId, TenantId};
use onceover_domain::idempotency::{Request, text};
use onceover_domain::job::MAX_ATTEMPTS_DEFAULT;
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_engine::Submit;
use uuid::Uuid;

/// What a caller sends; each [`Ask::submit`] is one arrival of it.
#[derive(Debug, Clone)]
pub struct Ask {
    tenant: TenantId,
    key: Option<String>,
    payload: String,
    units: Option<i64>,
    priority: Option<i32>,
    run_at: Option<Time>,
    max_attempts: Option<u32>,
    labels: BTreeMap<String, String>,
    queue: String,
    sender: String,
}

impl Ask {
    pub fn of(tenant: &TenantId) -> Self {
        Self {
            tenant: tenant.clone(),
            key: None,
            payload: "{\"n\":1}".to_owned(),
            units: None,
            priority: None,
            run_at: None,
            max_attempts: None,
            labels: BTreeMap::new(),
            queue: "default".to_owned(),
            sender: "key-1".to_owned(),
        }
    }

    #[must_use]
    pub fn key(self, key: impl Into<String>) -> Self {
        Self { key: Some(key.into()), ..self }
    }

    #[must_use]
    pub fn payload(self, payload: &str) -> Self {
        Self { payload: payload.to_owned(), ..self }
    }

    /// Units of the meter `emails`.
    #[must_use]
    pub fn units(self, units: i64) -> Self {
        Self { units: Some(units), ..self }
    }

    #[must_use]
    pub fn priority(self, priority: i32) -> Self {
        Self { priority: Some(priority), ..self }
    }

    #[must_use]
    pub fn run_at(self, run_at: Time) -> Self {
        Self { run_at: Some(run_at), ..self }
    }

    #[must_use]
    pub fn max_attempts(self, max_attempts: u32) -> Self {
        Self { max_attempts: Some(max_attempts), ..self }
    }

    #[must_use]
    pub fn label(mut self, name: &str, value: &str) -> Self {
        self.labels.insert(name.to_owned(), value.to_owned());
        self
    }

    #[must_use]
    pub fn queue(self, queue: &str) -> Self {
        Self { queue: queue.to_owned(), ..self }
    }

    #[must_use]
    pub fn sender(self, sender: &str) -> Self {
        Self { sender: sender.to_owned(), ..self }
    }

    /// One arrival.
    pub fn submit(&self) -> Submit {
        let mut request = Request::new("invoice.charge", &self.payload).unwrap();
        let mut with = |name: &str, json: Option<String>| {
            if let Some(json) = json {
                request = request.clone().with(name, &json).unwrap();
            }
        };
        with("meter", self.units.map(|_| text::quoted("emails")));
        with("units", self.units.map(|units| units.to_string()));
        with("priority", self.priority.map(|priority| priority.to_string()));
        with("run_at", self.run_at.map(|time| text::quoted(&time.to_string())));
        with("max_attempts", self.max_attempts.map(|count| count.to_string()));
        with("queue", (self.queue != "default").then(|| text::quoted(&self.queue)));
        with(
            "labels",
            (!self.labels.is_empty()).then(|| serde_json::to_string(&self.labels).unwrap()),
        );
        Submit {
            job: JobId(Uuid::now_v7()),
            submission: SubmissionId(Uuid::now_v7()),
            tenant: self.tenant.clone(),
            key: self.key.clone(),
            request,
            kind: Kind::parse("invoice.charge").unwrap(),
            queue: Queue::parse(&self.queue).unwrap(),
            priority: self.priority.unwrap_or(0),
            run_at: self.run_at,
            max_attempts: self.max_attempts.unwrap_or(MAX_ATTEMPTS_DEFAULT),
            charge: self.units.map(|units| (Meter::parse("emails").unwrap(), Units(units))),
            labels: self.labels.clone(),
            sender: self.sender.clone(),
            request_id: Uuid::new_v4().to_string(),
        }
    }
}
