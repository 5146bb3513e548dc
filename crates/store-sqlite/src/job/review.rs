//! What the screens of the console count and group.

use std::collections::BTreeMap;

use onceover_domain::id::{Kind, Meter, TenantId};
use onceover_domain::job::State;
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store::{DeadLetterGroup, StateNow, StoreError};
use serde::de::DeserializeOwned;
use sqlx::SqliteConnection;

use crate::error::failed;
use crate::row::{damaged, word};

const HOURS: usize = 24;

pub(super) async fn states_now(
    connection: &mut SqliteConnection,
    now: Time,
) -> Result<Vec<StateNow>, StoreError> {
    let rows = sqlx::query_file!("queries/job/states_now.sql", now.0)
        .fetch_all(connection)
        .await
        .map_err(failed)?;
    let mut states = BTreeMap::new();
    for row in rows {
        let state = word(&row.state, State::parse, "job state")?;
        let seen = states.entry(state).or_insert(StateNow {
            state,
            count: 0,
            oldest: None,
            next_run_at: None,
            hours: [0; HOURS],
        });
        seen.count = seen.count.saturating_add(row.jobs);
        seen.oldest = earlier(seen.oldest, row.oldest);
        seen.next_run_at = earlier(seen.next_run_at, row.next_run_at);
        if let Some(hours_ago) = row.hours_ago {
            add(&mut seen.hours, hours_ago, row.jobs);
        }
    }
    Ok(states.into_values().collect())
}

pub(super) async fn dead_letter_groups(
    connection: &mut SqliteConnection,
    now: Time,
    group: Option<&str>,
) -> Result<Vec<DeadLetterGroup>, StoreError> {
    let rows =
        sqlx::query_file_as!(GroupRecord, "queries/job/dead_letter_groups.sql", now.0, group)
            .fetch_all(connection)
            .await
            .map_err(failed)?;
    rows.into_iter().map(GroupRecord::group).collect()
}

/// A group; lists are JSON.
struct GroupRecord {
    error_group: String,
    class: String,
    message: String,
    last_at: i64,
    jobs: i64,
    first_at: i64,
    tenants: String,
    kinds: String,
    held: String,
    hours: String,
}

impl GroupRecord {
    fn group(self) -> Result<DeadLetterGroup, StoreError> {
        let mut tenants: Vec<String> = list(&self.tenants)?;
        let mut kinds: Vec<String> = list(&self.kinds)?;
        let mut held: Vec<(String, u8, i64)> = list(&self.held)?;
        tenants.sort_unstable();
        kinds.sort_unstable();
        held.sort_unstable();
        let mut hours = [0; HOURS];
        for (hours_ago, jobs) in list::<(i64, i64)>(&self.hours)? {
            add(&mut hours, hours_ago, jobs);
        }
        Ok(DeadLetterGroup {
            group: self.error_group,
            class: self.class,
            message: self.message,
            jobs: self.jobs,
            tenants: tenants.into_iter().map(TenantId::stored).collect(),
            kinds: kinds.into_iter().map(Kind::stored).collect(),
            first_at: Time(self.first_at),
            last_at: Time(self.last_at),
            held: held
                .into_iter()
                .map(|(meter, scale, units)| (Meter::stored(meter), scale, Units(units)))
                .collect(),
            hours,
        })
    }
}

fn earlier(seen: Option<Time>, other: i64) -> Option<Time> {
    Some(seen.map_or(Time(other), |seen| seen.min(Time(other))))
}

/// Hours are shown oldest first. A change later than now (the clock was set back) counts to the hour that ends now.
fn add(hours: &mut [i64; HOURS], hours_ago: i64, jobs: i64) {
    let ago = usize::try_from(hours_ago.max(0)).unwrap_or(HOURS).min(HOURS - 1);
    let hour = &mut hours[HOURS - 1 - ago];
    *hour = hour.saturating_add(jobs);
}

/// A list that SQLite gathered as JSON.
fn list<T: DeserializeOwned>(json: &str) -> Result<Vec<T>, StoreError> {
    serde_json::from_str(json).map_err(|_| damaged("list of a dead-letter group"))
}
