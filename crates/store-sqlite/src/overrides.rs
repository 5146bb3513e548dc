//! Overrides, their events and targets, and the audit.

mod record;

use std::collections::HashMap;

use async_trait::async_trait;
use onceover_domain::chain::Hash;
use onceover_domain::id::{JobId, OperatorName, OverrideId};
use onceover_domain::overrides::{AuditHead, AuditRecord, Override, OverrideEvent, OverrideTarget};
use onceover_domain::time::Time;
use onceover_store::{OverrideReads, OverrideWrites, StoreError};
use record::{AuditInsert, AuditRow, EventInsert, EventRow, OverrideRow, TargetInsert};

use crate::error::failed;
use crate::row::{Hex, batch, hash, id};
use crate::transaction::{Connected, Session, Writing};

#[async_trait]
impl<C: Connected> OverrideReads for Session<C> {
    async fn overrides(
        &mut self,
        ids: &[OverrideId],
    ) -> Result<Vec<(Override, Vec<OverrideEvent>)>, StoreError> {
        let ids = batch(ids.iter().map(|id| Hex::id(&id.0)))?;
        let rows = sqlx::query_file_as!(OverrideRow, "queries/overrides/overrides.sql", ids)
            .fetch_all(&mut *self.connection)
            .await
            .map_err(failed)?;
        let events = sqlx::query_file_as!(EventRow, "queries/overrides/override_events.sql", ids)
            .fetch_all(&mut *self.connection)
            .await
            .map_err(failed)?;
        let mut of: HashMap<OverrideId, Vec<OverrideEvent>> = HashMap::new();
        for row in events {
            let event = row.event()?;
            of.entry(event.override_id).or_default().push(event);
        }
        rows.into_iter()
            .map(|row| {
                let request = row.request()?;
                let events = of.remove(&request.id).unwrap_or_default();
                Ok((request, events))
            })
            .collect()
    }

    async fn override_by_request(
        &mut self,
        requester: &OperatorName,
        request_id: &str,
    ) -> Result<Option<OverrideId>, StoreError> {
        let row = sqlx::query_file!(
            "queries/overrides/override_by_request.sql",
            requester.as_str(),
            request_id
        )
        .fetch_optional(&mut *self.connection)
        .await
        .map_err(failed)?;
        row.map(|row| Ok(OverrideId(id(&row.id, "override id")?))).transpose()
    }

    async fn overrides_of_job(&mut self, job: JobId) -> Result<Vec<OverrideId>, StoreError> {
        let rows =
            sqlx::query_file!("queries/overrides/overrides_of_job.sql", job.0, job.to_string())
                .fetch_all(&mut *self.connection)
                .await
                .map_err(failed)?;
        rows.iter().map(|row| Ok(OverrideId(id(&row.override_id, "override id")?))).collect()
    }

    async fn override_ids(
        &mut self,
        after: Option<OverrideId>,
        limit: u32,
    ) -> Result<Vec<OverrideId>, StoreError> {
        let rows = sqlx::query_file!(
            "queries/overrides/override_ids.sql",
            after.map(|after| after.0),
            limit
        )
        .fetch_all(&mut *self.connection)
        .await
        .map_err(failed)?;
        rows.iter().map(|row| Ok(OverrideId(id(&row.id, "override id")?))).collect()
    }

    async fn audit_records(
        &mut self,
        after: i64,
        limit: u32,
    ) -> Result<Vec<AuditRecord>, StoreError> {
        let rows =
            sqlx::query_file_as!(AuditRow, "queries/overrides/audit_records.sql", after, limit);
        rows.fetch_all(&mut *self.connection)
            .await
            .map_err(failed)?
            .into_iter()
            .map(AuditRow::record)
            .collect()
    }
}

#[async_trait]
impl OverrideWrites for Session<Writing> {
    /// The writer holds the lock of the whole database.
    async fn lock_override(&mut self, _id: OverrideId) -> Result<(), StoreError> {
        Ok(())
    }

    async fn insert_override(&mut self, request: &Override) -> Result<(), StoreError> {
        let insert = sqlx::query_file!(
            "queries/overrides/insert_override.sql",
            request.id.0,
            request.kind.as_str(),
            request.tenant.as_ref().map(|tenant| tenant.as_str()),
            request.canonical,
            request.digest.0.as_slice(),
            request.reason,
            request.requester.as_str(),
            request.approvals_needed,
            request.single_operator,
            request.policy_version,
            request.request_id,
            request.requested_at.0,
            request.expires_at.0
        );
        insert.execute(&mut *self.connection).await.map_err(failed)?;
        Ok(())
    }

    async fn append_override_events(&mut self, events: &[OverrideEvent]) -> Result<(), StoreError> {
        let rows = batch(events.iter().map(EventInsert::from))?;
        let insert = sqlx::query_file!("queries/overrides/append_override_events.sql", rows);
        insert.execute(&mut *self.connection).await.map_err(failed)?;
        Ok(())
    }

    async fn insert_override_targets(
        &mut self,
        targets: &[OverrideTarget],
    ) -> Result<(), StoreError> {
        let rows = batch(targets.iter().map(TargetInsert::from))?;
        let insert = sqlx::query_file!("queries/overrides/insert_override_targets.sql", rows);
        insert.execute(&mut *self.connection).await.map_err(failed)?;
        Ok(())
    }

    async fn lock_audit(&mut self) -> Result<AuditHead, StoreError> {
        let row = sqlx::query_file!("queries/overrides/lock_audit.sql")
            .fetch_optional(&mut *self.connection)
            .await;
        Ok(match row.map_err(failed)? {
            Some(row) => AuditHead {
                sequence: row.sequence,
                at: Time(row.at),
                hash: hash(&row.hash, "audit hash")?,
            },
            None => AuditHead { sequence: 0, at: Time(0), hash: Hash::ZERO },
        })
    }

    async fn append_audit(&mut self, records: &[AuditRecord]) -> Result<(), StoreError> {
        let rows = batch(records.iter().map(AuditInsert::from))?;
        let insert = sqlx::query_file!("queries/overrides/append_audit.sql", rows);
        insert.execute(&mut *self.connection).await.map_err(failed)?;
        Ok(())
    }
}
