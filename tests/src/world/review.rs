//! What an operator does in a world.

use onceover_domain::id::TenantId;
use onceover_domain::job::Job;
use onceover_domain::overrides::AuditRecord;
use onceover_engine::overrides::{Outcome, OverrideError, Requeue};
use uuid::Uuid;

use super::{World, operator};

impl World {
    /// What a requeue of this job, as it was seen, asks for.
    pub fn requeue_of(&self, job: &Job) -> Requeue {
        Requeue {
            job: job.id,
            generation: job.generation,
            payload_revision: job.payload_revision,
            reason: "the cause is gone".to_owned(),
            operator: operator(),
            request_id: Uuid::new_v4().to_string(),
        }
    }

    /// Requeues.
    ///
    /// # Errors
    /// A refusal.
    pub async fn requeue(&self, requeue: Requeue) -> Result<Outcome, OverrideError> {
        let answer = self.engine.requeue(requeue).await;
        self.check().await;
        answer
    }

    /// Sets the limit of `emails`.
    ///
    /// # Errors
    /// A refusal.
    pub async fn set_limit(
        &self,
        tenant: &TenantId,
        units: i64,
        seen: Option<u32>,
    ) -> Result<Option<Outcome>, OverrideError> {
        let answer = self.engine.set_limit(self.limit(tenant, units, seen)).await;
        self.check().await;
        answer
    }

    pub async fn audit(&self) -> Vec<AuditRecord> {
        self.read().await.audit_records(0, 1_000).await.unwrap()
    }
}
