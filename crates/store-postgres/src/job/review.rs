//! What the screens of the console count and group.

use std::collections::BTreeMap;

use onceover_domain::id::{Kind, Meter, TenantId};
use onceover_domain::job::State;
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store::{DeadLetterGroup, StateNow, StoreError};

use crate::link::Link;
use crate::row::{damaged, word};

pub(super) async fn states_now(link: &mut Link, now: Time) -> Result<Vec<StateNow>, StoreError> {
    let rows =
        link.run(|c| sqlx::query_file!("queries/job/states_now.sql", now.0).fetch_all(c)).await?;
    let mut states = BTreeMap::new();
    for row in rows {
        let state = word(&row.state, State::parse, "job state")?;
        let entry = states.entry(state).or_insert(StateNow {
            state,
            count: 0,
            oldest: None,
            next_run_at: None,
            hours: [0; 24],
        });
        entry.count += row.jobs;
        entry.oldest = earliest(entry.oldest, row.oldest);
        entry.next_run_at = earliest(entry.next_run_at, row.next_run_at);
        if let Some(ago) = row.hours_ago {
            put(&mut entry.hours, ago, row.jobs);
        }
    }
    Ok(states.into_values().collect())
}

pub(super) async fn dead_letter_groups(
    link: &mut Link,
    now: Time,
    group: Option<&str>,
) -> Result<Vec<DeadLetterGroup>, StoreError> {
    let query = sqlx::query_file!("queries/job/dead_letter_groups.sql", now.0, group);
    let rows = link.run(|c| query.fetch_all(c)).await?;
    rows.into_iter()
        .map(|row| {
            let mut hours = [0; 24];
            for (ago, jobs) in row.hours.into_iter().zip(row.hours_jobs) {
                put(&mut hours, ago, jobs);
            }
            let held = row.held_meters.into_iter().zip(row.held_scales).zip(row.held_units);
            Ok(DeadLetterGroup {
                group: row.error_group,
                class: row.class,
                message: row.message,
                jobs: row.jobs,
                tenants: row.tenants.into_iter().map(TenantId::stored).collect(),
                kinds: row.kinds.into_iter().map(Kind::stored).collect(),
                first_at: Time(row.first_at),
                last_at: Time(row.last_at),
                held: held
                    .map(|((meter, scale), units)| {
                        let scale = u8::try_from(scale).map_err(|_| damaged("scale"))?;
                        Ok((Meter::stored(meter), scale, Units(units)))
                    })
                    .collect::<Result<_, StoreError>>()?,
                hours,
            })
        })
        .collect()
}

fn earliest(known: Option<Time>, other: i64) -> Option<Time> {
    Some(known.map_or(Time(other), |known| known.min(Time(other))))
}

/// Adds to the hour that ended `ago` hours back. A change after `now` (this snapshot began before it was read) counts as now.
fn put(hours: &mut [i64; 24], ago: i64, jobs: i64) {
    let back = usize::try_from(ago).unwrap_or(0);
    if let Some(hour) = 23_usize.checked_sub(back) {
        hours[hour] += jobs;
    }
}
