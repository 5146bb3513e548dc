//! Lists of jobs: keyset pages that stay stable while states change.

#![expect(missing_docs, reason = "members of requests bear the names of the specification")]

use std::collections::HashMap;

use onceover_domain::id::{JobId, Kind, Queue, TenantId};
use onceover_store::{JobFilter, Scope};
use serde::Deserialize;

use super::member;
use crate::dto::{self, Problem};
use crate::{Api, Caller, problem, view};

const LIMIT_DEFAULT: u32 = 100;
const LIMIT_MOST: u32 = 200;
/// A page ends early once its payloads and results are larger than this, so that a list of large jobs fits into memory.
const PAGE_BYTES: usize = 8 * 1024 * 1024;
const PAYLOADS_AT_ONCE: usize = 8;

/// Filters of `GET /v1/jobs`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct JobQuery {
    pub state: Option<dto::JobState>,
    pub tenant: Option<String>,
    pub kind: Option<String>,
    pub queue: Option<String>,
    pub key: Option<String>,
    pub error: Option<String>,
    pub cursor: Option<String>,
    pub limit: Option<u32>,
}

/// A page of jobs on the wire.
#[derive(Debug, serde::Serialize)]
pub struct JobPage {
    items: Vec<dto::Job>,
    next_cursor: Option<String>,
}

impl Api {
    /// One page of jobs, newest first, in the wire shape.
    ///
    /// # Errors
    /// `request_invalid` names the filter that makes no sense.
    pub async fn jobs(&self, caller: &Caller, query: JobQuery) -> Result<JobPage, Problem> {
        caller.needs(Scope::Read)?;
        let filter = filter(caller, query)?;
        let mut snapshot = self.read().await?;
        let mut rows = snapshot.job_page(&filter).await?;
        let mut next_cursor = next_cursor(&rows, filter.limit);
        let mut items = Vec::with_capacity(rows.len());
        let mut bytes = 0_usize;
        while !rows.is_empty() {
            if bytes > PAGE_BYTES {
                next_cursor = items.last().map(|job: &dto::Job| job.id.clone());
                break;
            }
            let part: Vec<_> = rows.drain(..rows.len().min(PAYLOADS_AT_ONCE)).collect();
            let ids: Vec<JobId> = part.iter().map(|row| row.job.id).collect();
            let mut payloads: HashMap<_, _> = snapshot.payloads(&ids).await?.into_iter().collect();
            for row in part {
                let payload = payloads.remove(&row.job.id).flatten();
                bytes += payload.as_ref().map_or(0, String::len);
                bytes += row.job.result.as_ref().map_or(0, String::len);
                items.push(view::job(row.job, payload)?);
            }
        }
        Ok(JobPage { items, next_cursor })
    }

    /// One page of jobs with counts, for the console (`job.list`).
    ///
    /// # Errors
    /// `request_invalid` names the filter that makes no sense.
    pub async fn job_list(
        &self,
        caller: &Caller,
        asked: dto::JobFilter,
    ) -> Result<dto::JobList, Problem> {
        caller.needs(Scope::Read)?;
        let filter = filter(
            caller,
            JobQuery {
                state: asked.state,
                tenant: asked.tenant,
                kind: asked.kind,
                queue: asked.queue,
                key: asked.key,
                error: asked.error,
                cursor: asked.cursor,
                limit: asked.limit,
            },
        )?;
        let mut snapshot = self.read().await?;
        let rows = snapshot.job_page(&filter).await?;
        let counts = snapshot.job_counts(&filter).await?;
        Ok(dto::JobList {
            next_cursor: next_cursor(&rows, filter.limit),
            items: rows.into_iter().map(view::row).collect(),
            counts: view::counts(&counts),
            kinds: snapshot.kinds().await?.iter().map(ToString::to_string).collect(),
            tenants: snapshot
                .all_tenants()
                .await?
                .iter()
                .map(|tenant| tenant.id.to_string())
                .collect(),
            as_of: snapshot.now().await?.to_string(),
        })
    }
}

fn next_cursor(rows: &[onceover_store::JobRow], limit: u32) -> Option<String> {
    rows.last().filter(|_| rows.len() == limit as usize).map(|row| row.job.id.to_string())
}

fn filter(caller: &Caller, query: JobQuery) -> Result<JobFilter, Problem> {
    let tenant = match (caller.tenant(), query.tenant) {
        (Some(own), Some(named)) if own.as_str() != named => return Err(problem::other_tenant()),
        (Some(own), _) => Some(own.clone()),
        (None, named) => {
            named.as_deref().map(TenantId::parse).transpose().map_err(problem::invalid)?
        }
    };
    let before: Option<JobId> =
        query.cursor.map(|cursor| cursor.parse()).transpose().map_err(|_| {
            problem::invalid("`cursor` is not one that a page gave; begin again without it")
        })?;
    let limit = query.limit.unwrap_or(LIMIT_DEFAULT);
    if !(1..=LIMIT_MOST).contains(&limit) {
        return Err(problem::invalid(format!("`limit` must be from 1 to {LIMIT_MOST}")));
    }
    Ok(JobFilter {
        state: query.state.map(view::state_named),
        tenant,
        kind: query.kind.as_deref().map(Kind::parse).transpose().map_err(problem::invalid)?,
        queue: query.queue.as_deref().map(Queue::parse).transpose().map_err(problem::invalid)?,
        key: member::searchable("key", query.key)?,
        error: member::searchable("error", query.error)?,
        group: None,
        before,
        limit,
    })
}
