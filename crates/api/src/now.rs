//! The first screen (`now.get`): where everything stands at one moment.

use std::time::Duration;

use onceover_domain::job::State;
use onceover_store::Scope;

use crate::dto::{self, Problem};
use crate::ledger::NEWS;
use crate::{Api, Caller, view};

const HOUR: Duration = Duration::from_secs(60 * 60);
const GROUPS_SHOWN: usize = 7;

impl Api {
    /// Everything of one read at one time.
    ///
    /// # Errors
    /// The database is away.
    pub async fn now(&self, caller: &Caller) -> Result<dto::Now, Problem> {
        caller.needs(Scope::Read)?;
        caller.operator()?;
        let mut snapshot = self.read().await?;
        let now = snapshot.now().await?;
        let states = snapshot.states_now(now).await?;
        let groups = snapshot.dead_letter_groups(now, None).await?;
        let meters = snapshot.meters_of(None).await?;
        let totals = snapshot.account_totals(None, now.before(NEWS)).await?;
        let blocked = meters.iter().filter_map(|meter| {
            let id = onceover_store::AccountId {
                tenant: meter.tenant.clone(),
                meter: meter.meter.clone(),
                period_start: meter.period.start(now),
            };
            let totals = crate::ledger::of_account(&id, &totals);
            (totals.refused > 0).then(|| view::balance(meter, &totals))
        });
        let workers = snapshot.worker_leases().await?;
        Ok(dto::Now {
            states: State::ALL
                .into_iter()
                .map(|state| state_now(state, states.iter().find(|row| row.state == state)))
                .collect(),
            group_count: i64::try_from(groups.len()).unwrap_or(i64::MAX),
            groups: groups.into_iter().take(GROUPS_SHOWN).map(view::group).collect(),
            blocked: blocked.collect(),
            tenant_count: i64::try_from(snapshot.all_tenants().await?.len()).unwrap_or(i64::MAX),
            oldest_waiting: snapshot.oldest_waiting(now).await?.map(view::row),
            workers: workers
                .into_iter()
                .map(|row| dto::WorkerNow { worker: row.worker, leases: row.leases })
                .collect(),
            lost_last_hour: snapshot.lost_since(now.before(HOUR)).await?,
            as_of: now.to_string(),
        })
    }
}

fn state_now(state: State, row: Option<&onceover_store::StateNow>) -> dto::StateNow {
    let hours = row.map_or([0; 24], |row| row.hours);
    dto::StateNow {
        state: view::state(state),
        count: row.map_or(0, |row| row.count),
        last_hour: hours[23],
        oldest: view::time(row.and_then(|row| row.oldest)),
        next_run_at: view::time(row.and_then(|row| row.next_run_at)),
        hours: hours.to_vec(),
    }
}
