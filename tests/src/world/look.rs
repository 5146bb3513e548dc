//! Reads of a world, in short.

use std::time::Duration;

use onceover_domain::id::{JobId, Meter, TenantId};
use onceover_domain::job::{Attempt, Job};
use onceover_domain::ledger::Account;
use onceover_domain::tenant::{MeterSettings, Tenant};
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_engine::overrides::SetLimit;
use onceover_store::{AccountId, Snapshot, Submission};
use uuid::Uuid;

use super::{World, operator};

/// The one meter of tests.
pub fn meter() -> Meter {
    Meter::parse("emails").unwrap()
}

impl World {
    pub async fn tenant(&self, name: &str) -> TenantId {
        let id = TenantId::parse(name).unwrap();
        let mut tx = self.store.write().await.unwrap();
        let tenant = Tenant { id: id.clone(), created_at: self.clock.now(), suspended_at: None };
        assert!(tx.insert_tenant(&tenant).await.unwrap(), "{name} is new");
        tx.commit().await.unwrap();
        id
    }

    /// A tenant with the meter `emails` of that limit.
    pub async fn tenant_with(&self, name: &str, limit: i64) -> TenantId {
        let tenant = self.tenant(name).await;
        let set = self.set_limit(&tenant, limit, None).await.unwrap();
        assert!(set.is_none(), "the first limit is set-up");
        tenant
    }

    /// What setting the limit of `emails` asks for.
    pub fn limit(&self, tenant: &TenantId, units: i64, seen: Option<u32>) -> SetLimit {
        SetLimit {
            tenant: tenant.clone(),
            meter: meter(),
            units: Units(units),
            scale: None,
            period: None,
            reserve: None,
            overage: None,
            seen,
            reason: "as agreed".to_owned(),
            operator: operator(),
            request_id: Uuid::new_v4().to_string(),
        }
    }

    pub async fn read(&self) -> Box<dyn Snapshot> {
        self.store.read().await.unwrap()
    }

    pub async fn job(&self, id: JobId) -> Job {
        self.read().await.jobs(&[id]).await.unwrap().remove(0)
    }

    pub async fn payload(&self, id: JobId) -> String {
        self.read().await.payloads(&[id]).await.unwrap().remove(0).1.unwrap()
    }

    pub async fn attempts(&self, job: &Job) -> Vec<Attempt> {
        self.read().await.attempts(job).await.unwrap()
    }

    pub async fn submissions(&self, job: &Job) -> Vec<Submission> {
        self.read().await.submissions(job).await.unwrap()
    }

    pub async fn meter(&self, tenant: &TenantId) -> MeterSettings {
        self.read().await.meters(&[(tenant.clone(), meter())]).await.unwrap().remove(0)
    }

    /// The account of `emails`, empty if it has no entry yet.
    pub async fn account(&self, tenant: &TenantId) -> Account {
        let id = AccountId { tenant: tenant.clone(), meter: meter(), period_start: Time(0) };
        let found = self.read().await.accounts(&[id]).await.unwrap().into_iter().next();
        found.unwrap_or_else(|| Account::empty(tenant.clone(), meter(), Time(0)))
    }

    /// (used, reserved) of `emails`.
    pub async fn totals(&self, tenant: &TenantId) -> (i64, i64) {
        let account = self.account(tenant).await;
        (account.used.0, account.reserved.0)
    }

    /// The ledger of a job as one text, e.g. `reserve 100, confirm 40`.
    pub async fn ledger(&self, job: &Job) -> String {
        let entries = self.read().await.entries_of_job(&job.tenant, job.id).await.unwrap();
        let lines: Vec<String> = entries
            .iter()
            .map(|entry| format!("{} {}", entry.kind.as_str(), entry.units))
            .collect();
        lines.join(", ")
    }

    /// A number read with plain SQL.
    pub async fn number(&self, sql: &str) -> i64 {
        let mut raw = self.database.raw().await;
        let number = raw.number(sql).await;
        raw.close().await;
        number
    }

    /// Rows of the tables that a submit writes: jobs, payloads, keys, entries, submissions.
    pub async fn rows(&self) -> [i64; 5] {
        let mut raw = self.database.raw().await;
        let mut rows = [0; 5];
        let tables = ["jobs", "payloads", "idempotency_keys", "entries", "submissions"];
        for (count, table) in rows.iter_mut().zip(tables) {
            *count = raw.number(&format!("select count(*) from {table}")).await;
        }
        raw.close().await;
        rows
    }

    /// The job becomes due, whatever its backoff.
    pub fn until_due(&self, job: &Job) {
        let wait = job.run_at.since(self.clock.now());
        self.pass(wait.max(Duration::from_millis(1)));
    }
}
