//! A connection inside a transaction, which never goes back to the pool with the transaction still open.
//!
//! A future that is dropped while a statement is under way leaves the connection in the middle of it, and sqlx would lend that
//! connection, transaction and all, to the next caller. So a [`Link`] goes back to the pool only after COMMIT or ROLLBACK was
//! answered; dropped before that, at any await, it is closed instead, which undoes the transaction. A snapshot has no such end:
//! dropped with no statement under way it is rolled back in the background.

use std::time::Duration;

use onceover_store::StoreError;
use sqlx::Postgres;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnection, PgPool};
use tokio::runtime::Handle;

use crate::error::{commit_failed, failed, is_ended};
use crate::settings::{BEGIN_READ, BEGIN_WRITE, READ_PATIENCE, WRITE_PATIENCE};

/// What COMMIT would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Commit.
    Sound,
    /// Roll back: a statement failed, or what it said means that nothing may be kept.
    Void,
    /// Nobody knows: a statement was sent and its answer never read.
    Lost,
}

/// See the module.
pub(crate) struct Link {
    connection: Option<PoolConnection<Postgres>>,
    standing: Standing,
    patience: Duration,
    writes: bool,
}

impl Link {
    /// A transaction that writes.
    pub(crate) async fn write(pool: &PgPool) -> Result<Self, StoreError> {
        Self::begin(pool, BEGIN_WRITE, WRITE_PATIENCE, true).await
    }

    /// A snapshot.
    pub(crate) async fn read(pool: &PgPool) -> Result<Self, StoreError> {
        Self::begin(pool, BEGIN_READ, READ_PATIENCE, false).await
    }

    /// Takes a connection and begins with `begin`, simple statements. A connection that broke while it lay idle is closed and
    /// another one taken: nothing has happened on it yet.
    async fn begin(
        pool: &PgPool,
        begin: &'static str,
        patience: Duration,
        writes: bool,
    ) -> Result<Self, StoreError> {
        let mut tries = pool.options().get_max_connections();
        loop {
            let connection = pool.acquire().await.map_err(failed)?;
            let mut link =
                Self { connection: Some(connection), standing: Standing::Sound, patience, writes };
            match link.send(begin).await {
                Ok(()) => return Ok(link),
                Err(error) if tries > 0 && is_ended(&error) => {
                    tracing::debug!(%error, "an idle connection had ended");
                    tries -= 1;
                    link.close().await;
                }
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// Runs one statement. After an error the transaction cannot be committed.
    pub(crate) async fn run<'c, T, F>(
        &'c mut self,
        statement: impl FnOnce(&'c mut PgConnection) -> F,
    ) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, sqlx::Error>>,
    {
        let Self { connection, standing, patience, .. } = self;
        let connection = connection
            .as_deref_mut()
            .ok_or_else(|| StoreError::Failed("the transaction is over".to_owned()))?;
        let before = std::mem::replace(standing, Standing::Lost);
        // The server ends what takes too long; this is for one that cannot be heard any more.
        match tokio::time::timeout(*patience, statement(connection)).await {
            Ok(Ok(answer)) => {
                *standing = before;
                Ok(answer)
            }
            Ok(Err(error)) => {
                *standing = if is_ended(&error) { Standing::Lost } else { Standing::Void };
                Err(failed(error))
            }
            Err(_) => Err(StoreError::Unavailable("the database did not answer".to_owned())),
        }
    }

    /// The statements were fine, but what they said means that nothing may be kept.
    pub(crate) fn void(&mut self, error: StoreError) -> StoreError {
        if self.standing == Standing::Sound {
            self.standing = Standing::Void;
        }
        error
    }

    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        if self.standing != Standing::Sound {
            // The server would answer COMMIT with a ROLLBACK and no error.
            self.rollback().await?;
            return Err(StoreError::Failed(
                "a statement of this transaction failed; nothing was changed".to_owned(),
            ));
        }
        match self.send("commit").await {
            Ok(()) => {
                self.connection = None;
                Ok(())
            }
            Err(error) => {
                let error = commit_failed(error);
                self.close().await;
                Err(error)
            }
        }
    }

    pub(crate) async fn rollback(mut self) -> Result<(), StoreError> {
        if self.standing != Standing::Lost {
            match self.send("rollback").await {
                Ok(()) => {
                    self.connection = None;
                    return Ok(());
                }
                Err(error) => tracing::debug!(%error, "rolling back by closing the connection"),
            }
        }
        self.close().await;
        Ok(())
    }

    async fn send(&mut self, statements: &'static str) -> Result<(), sqlx::Error> {
        let connection = self.connection.as_deref_mut().ok_or(sqlx::Error::PoolClosed)?;
        match tokio::time::timeout(self.patience, sqlx::raw_sql(statements).execute(connection))
            .await
        {
            Ok(answer) => answer.map(|_| ()),
            Err(_) => Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())),
        }
    }

    /// Closes at once, and keeps the connection's place in the pool until that is done.
    async fn close(mut self) {
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::debug!(%error, "a connection did not close cleanly");
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        let Self { standing, patience, writes, .. } = *self;
        match Handle::try_current() {
            Ok(runtime) if !writes && standing != Standing::Lost => {
                let link = Self { connection: Some(connection), standing, patience, writes: true };
                runtime.spawn(async move {
                    if let Err(error) = link.rollback().await {
                        tracing::debug!(%error, "a snapshot did not end cleanly");
                    }
                });
            }
            Ok(_) | Err(_) => connection.close_on_drop(),
        }
    }
}
