//! Opening, reading, writing and closing a database.

use std::time::Duration;

use async_trait::async_trait;
use onceover_store::{Capabilities, Clock, Snapshot, Store, StoreError, Transaction};
use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};

use crate::error::failed;
use crate::link::Link;
use crate::transaction::Session;
use crate::{migration, settings};

const CONNECTIONS: u32 = 16;
/// How long a transaction waits for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);

/// A database on a PostgreSQL server.
#[derive(Debug)]
pub struct PostgresStore {
    pool: PgPool,
    clock: Clock,
}

impl PostgresStore {
    /// Opens a database that exists and brings its schema up to date. Takes `postgres://USER:PASSWORD@HOST:PORT/DATABASE`.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] for a database that is newer than this program, a server that is too old, does not write or
    /// would lose acknowledged work; [`StoreError::Unavailable`] when it cannot be reached.
    pub async fn open(url: &str, clock: Clock) -> Result<Self, StoreError> {
        Self::open_with(url, clock, CONNECTIONS).await
    }

    /// As [`PostgresStore::open`], with at most `max_connections` connections.
    ///
    /// # Errors
    /// As [`PostgresStore::open`].
    pub async fn open_with(
        url: &str,
        clock: Clock,
        max_connections: u32,
    ) -> Result<Self, StoreError> {
        let options = settings::options(url)?;
        let mut first = options.connect().await.map_err(failed)?;
        settings::check(&mut first).await?;
        migration::run(&mut first).await?;
        first.close().await.map_err(failed)?;
        let pool = PgPoolOptions::new()
            .min_connections(0)
            .max_connections(max_connections.max(1))
            .acquire_timeout(ACQUIRE_TIMEOUT)
            // BEGIN tests it, see `Link::begin`.
            .test_before_acquire(false)
            // The address may lead to another server by now.
            .after_connect(|connection, _| {
                Box::pin(async move {
                    settings::check(connection)
                        .await
                        .map_err(|error| sqlx::Error::Configuration(Box::new(error)))
                })
            })
            .connect_lazy_with(options);
        Ok(Self { pool, clock })
    }
}

#[async_trait]
impl Store for PostgresStore {
    fn capabilities(&self) -> Capabilities {
        Capabilities { concurrent_writers: true, name: "postgres" }
    }

    async fn read(&self) -> Result<Box<dyn Snapshot>, StoreError> {
        let link = Link::read(&self.pool).await?;
        Ok(Box::new(Session { link, clock: self.clock.clone() }))
    }

    async fn write(&self) -> Result<Box<dyn Transaction>, StoreError> {
        let link = Link::write(&self.pool).await?;
        Ok(Box::new(Session { link, clock: self.clock.clone() }))
    }

    async fn close(&self) {
        self.pool.close().await;
    }
}
