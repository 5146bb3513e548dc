//! Database time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use onceover_domain::time::Time;
use onceover_store::{Clock, StoreError};
use sqlx::SqliteConnection;

use crate::error::failed;

/// The clock of a store; clones share it.
///
/// SQLite itself reads the machine's clock in whole milliseconds, whatever function asks, so the microseconds here end in three
/// zeros. A clock that is set back shows in the store as one that stands still until it has caught up.
#[derive(Debug, Clone)]
pub(crate) struct StoreClock {
    clock: Clock,
    last: Arc<AtomicI64>,
}

impl StoreClock {
    pub(crate) fn new(clock: Clock) -> Self {
        Self { clock, last: Arc::new(AtomicI64::new(0)) }
    }

    pub(crate) async fn now(&self, connection: &mut SqliteConnection) -> Result<Time, StoreError> {
        match &self.clock {
            Clock::Manual(clock) => Ok(clock.now()),
            Clock::Database => {
                let read = sqlx::query_file!("queries/clock/now.sql")
                    .fetch_one(connection)
                    .await
                    .map_err(failed)?
                    .now;
                Ok(Time(self.last.fetch_max(read, Ordering::SeqCst).max(read)))
            }
        }
    }
}
