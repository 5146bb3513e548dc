//! Database time.

use onceover_domain::time::Time;
use onceover_store::{Clock, StoreError};

use crate::link::Link;

/// The server's clock, not the time its transaction began at; or what a hand-turned clock shows.
pub(crate) async fn now(clock: &Clock, link: &mut Link) -> Result<Time, StoreError> {
    match clock {
        Clock::Manual(clock) => Ok(clock.now()),
        Clock::Database => {
            let read = link
                .run(|connection| sqlx::query_file!("queries/clock/now.sql").fetch_one(connection))
                .await?;
            Ok(Time(read.now))
        }
    }
}
