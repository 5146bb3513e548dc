//! Dead letters by group (`dead_letter.groups`, `dead_letter.group`).

use onceover_domain::job::State;
use onceover_store::{JobFilter, Scope};

use crate::dto::{self, Problem};
use crate::{Api, Caller, problem, view};

/// Members shown with a group.
const MEMBERS: u32 = 200;

impl Api {
    /// All groups, largest first.
    ///
    /// # Errors
    /// `operator_needed`: groups span tenants.
    pub async fn dead_letter_groups(
        &self,
        caller: &Caller,
    ) -> Result<dto::DeadLetterGroups, Problem> {
        caller.needs(Scope::Read)?;
        caller.operator()?;
        let mut snapshot = self.read().await?;
        let now = snapshot.now().await?;
        let groups = snapshot.dead_letter_groups(now, None).await?;
        Ok(dto::DeadLetterGroups {
            groups: groups.into_iter().map(view::group).collect(),
            as_of: now.to_string(),
        })
    }

    /// One group with its newest members.
    ///
    /// # Errors
    /// `not_found` when it has no member any more.
    pub async fn dead_letter_group(
        &self,
        caller: &Caller,
        asked: dto::GroupRef,
    ) -> Result<dto::DeadLetterGroupDetail, Problem> {
        caller.needs(Scope::Read)?;
        caller.operator()?;
        let mut snapshot = self.read().await?;
        let now = snapshot.now().await?;
        let found = snapshot.dead_letter_groups(now, Some(&asked.group)).await?;
        let group =
            found.into_iter().next().ok_or_else(|| problem::not_found("dead-letter group"))?;
        let grid = snapshot.dead_letter_members(&asked.group).await?;
        let variants = snapshot.dead_letter_variants(&asked.group).await?;
        let filter = JobFilter {
            state: Some(State::DeadLetter),
            group: Some(asked.group),
            limit: MEMBERS,
            ..JobFilter::default()
        };
        let jobs = snapshot.job_page(&filter).await?;
        Ok(dto::DeadLetterGroupDetail {
            group: view::group(group),
            grid: grid
                .into_iter()
                .map(|row| dto::TenantKind {
                    tenant: row.tenant.to_string(),
                    kind: row.kind.to_string(),
                    jobs: row.jobs,
                })
                .collect(),
            variants: variants
                .into_iter()
                .map(|row| dto::Variant { message: row.message, jobs: row.jobs })
                .collect(),
            jobs: jobs.into_iter().map(view::row).collect(),
            as_of: now.to_string(),
        })
    }
}
