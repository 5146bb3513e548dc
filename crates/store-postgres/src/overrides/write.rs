//! Writes of overrides and the audit.

use async_trait::async_trait;
use onceover_domain::chain::Hash;
use onceover_domain::id::{OperatorName, OverrideId, TenantId};
use onceover_domain::overrides::{AuditHead, AuditRecord, Override, OverrideEvent, OverrideTarget};
use onceover_domain::time::Time;
use onceover_store::{OverrideWrites, StoreError};

use crate::row::{column, hash};
use crate::transaction::Session;

#[async_trait]
impl OverrideWrites for Session {
    async fn lock_override(&mut self, id: OverrideId) -> Result<(), StoreError> {
        let lock = sqlx::query_file!("queries/overrides/lock_override.sql", id.0);
        self.link.run(|c| lock.fetch_optional(c)).await?;
        Ok(())
    }

    async fn insert_override(&mut self, request: &Override) -> Result<(), StoreError> {
        let insert = sqlx::query_file!(
            "queries/overrides/insert_override.sql",
            request.id.0,
            request.kind.as_str(),
            request.tenant.as_ref().map(TenantId::as_str),
            request.canonical,
            request.digest.0.as_slice(),
            request.reason,
            request.requester.as_str(),
            i64::from(request.approvals_needed),
            request.single_operator,
            i64::from(request.policy_version),
            request.request_id,
            request.requested_at.0,
            request.expires_at.0
        );
        self.link.run(|c| insert.execute(c)).await?;
        Ok(())
    }

    async fn append_override_events(&mut self, events: &[OverrideEvent]) -> Result<(), StoreError> {
        if events.is_empty() {
            return Ok(());
        }
        let insert = sqlx::query_file!(
            "queries/overrides/append_override_events.sql",
            &column(events, |event| event.override_id.0),
            &column(events, |event| i64::from(event.sequence)),
            &column(events, |event| event.kind.as_str()) as _,
            &column(events, |event| event.operator.as_ref().map(OperatorName::as_str)) as _,
            &column(events, |event| event.reason.as_deref()) as _,
            &column(events, |event| event.at.0),
            &column(events, |event| event.previous_hash.0.as_slice()) as _,
            &column(events, |event| event.hash.0.as_slice()) as _
        );
        self.link.run(|c| insert.execute(c)).await?;
        Ok(())
    }

    async fn insert_override_targets(
        &mut self,
        targets: &[OverrideTarget],
    ) -> Result<(), StoreError> {
        if targets.is_empty() {
            return Ok(());
        }
        let insert = sqlx::query_file!(
            "queries/overrides/insert_override_targets.sql",
            &column(targets, |target| target.override_id.0),
            &column(targets, |target| target.kind.as_str()) as _,
            &column(targets, |target| target.tenant.as_str()) as _,
            &column(targets, |target| target.target.as_str()) as _,
            &column(targets, |target| target.version)
        );
        self.link.run(|c| insert.execute(c)).await?;
        Ok(())
    }

    async fn lock_audit(&mut self) -> Result<AuditHead, StoreError> {
        self.link
            .run(|c| sqlx::query_file!("queries/overrides/lock_audit.sql").fetch_one(c))
            .await?;
        let head = self
            .link
            .run(|c| sqlx::query_file!("queries/overrides/audit_head.sql").fetch_optional(c))
            .await?;
        match head {
            Some(row) => Ok(AuditHead {
                sequence: row.sequence,
                at: Time(row.at),
                hash: hash(&row.hash, "audit hash")?,
            }),
            None => Ok(AuditHead { sequence: 0, at: Time(0), hash: Hash::ZERO }),
        }
    }

    async fn append_audit(&mut self, records: &[AuditRecord]) -> Result<(), StoreError> {
        if records.is_empty() {
            return Ok(());
        }
        let insert = sqlx::query_file!(
            "queries/overrides/append_audit.sql",
            &column(records, |record| record.sequence),
            &column(records, |record| record.at.0),
            &column(records, |record| record.actor.as_str()) as _,
            &column(records, |record| record.action.as_str()) as _,
            &column(records, |record| record.tenant.as_ref().map(TenantId::as_str)) as _,
            &column(records, |record| record.object.as_str()) as _,
            &column(records, |record| record.reason.as_deref()) as _,
            &column(records, |record| record.outcome.as_str()) as _,
            &column(records, |record| record.override_id.map(|id| id.0)) as _,
            &column(records, |record| record.override_head.as_ref().map(|head| head.0.as_slice()))
                as _,
            &column(records, |record| record.previous_hash.0.as_slice()) as _,
            &column(records, |record| record.hash.0.as_slice()) as _
        );
        self.link.run(|c| insert.execute(c)).await?;
        Ok(())
    }
}
