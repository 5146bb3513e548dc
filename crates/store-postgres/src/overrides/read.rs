//! Reads of overrides and the audit.

use std::collections::HashMap;

use async_trait::async_trait;
use onceover_domain::id::{JobId, OperatorName, OverrideId};
use onceover_domain::overrides::{AuditRecord, Override, OverrideEvent};
use onceover_store::{OverrideReads, StoreError};

use super::record::{AuditRow, EventRecord, OverrideRecord};
use crate::row::column;
use crate::transaction::Session;

#[async_trait]
impl OverrideReads for Session {
    async fn overrides(
        &mut self,
        ids: &[OverrideId],
    ) -> Result<Vec<(Override, Vec<OverrideEvent>)>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let ids = column(ids, |id| id.0);
        let query = sqlx::query_file_as!(OverrideRecord, "queries/overrides/overrides.sql", &ids);
        let requests = self.link.run(|c| query.fetch_all(c)).await?;
        let query =
            sqlx::query_file_as!(EventRecord, "queries/overrides/override_events.sql", &ids);
        let mut events: HashMap<OverrideId, Vec<OverrideEvent>> = HashMap::new();
        for row in self.link.run(|c| query.fetch_all(c)).await? {
            let event = row.event()?;
            events.entry(event.override_id).or_default().push(event);
        }
        requests
            .into_iter()
            .map(|row| {
                let request = row.request()?;
                let events = events.remove(&request.id).unwrap_or_default();
                Ok((request, events))
            })
            .collect()
    }

    async fn override_by_request(
        &mut self,
        requester: &OperatorName,
        request_id: &str,
    ) -> Result<Option<OverrideId>, StoreError> {
        let query = sqlx::query_file!(
            "queries/overrides/override_by_request.sql",
            requester.as_str(),
            request_id
        );
        Ok(self.link.run(|c| query.fetch_optional(c)).await?.map(|row| OverrideId(row.id)))
    }

    async fn overrides_of_job(&mut self, job: JobId) -> Result<Vec<OverrideId>, StoreError> {
        let query = sqlx::query_file!("queries/overrides/overrides_of_job.sql", job.0);
        Ok(self
            .link
            .run(|c| query.fetch_all(c))
            .await?
            .into_iter()
            .map(|row| OverrideId(row.override_id))
            .collect())
    }

    async fn override_ids(
        &mut self,
        after: Option<OverrideId>,
        limit: u32,
    ) -> Result<Vec<OverrideId>, StoreError> {
        let query = sqlx::query_file!(
            "queries/overrides/override_ids.sql",
            after.map(|after| after.0),
            i64::from(limit)
        );
        Ok(self
            .link
            .run(|c| query.fetch_all(c))
            .await?
            .into_iter()
            .map(|row| OverrideId(row.id))
            .collect())
    }

    async fn audit_records(
        &mut self,
        after: i64,
        limit: u32,
    ) -> Result<Vec<AuditRecord>, StoreError> {
        let query = sqlx::query_file_as!(
            AuditRow,
            "queries/overrides/audit_records.sql",
            after,
            i64::from(limit)
        );
        self.link.run(|c| query.fetch_all(c)).await?.into_iter().map(AuditRow::record).collect()
    }
}
