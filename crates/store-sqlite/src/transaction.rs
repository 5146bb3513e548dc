//! One connection inside a transaction: every read and write of the port is implemented on it, once.
//!
//! Reads are written for any [`Session`], so a snapshot and a write transaction share them; writes only exist for the session of
//! the writer.

use std::ops::{Deref, DerefMut};

use async_trait::async_trait;
use onceover_domain::time::Time;
use onceover_store::{Snapshot, StoreError, Transaction};
use sqlx::SqliteConnection;
use tokio::sync::OwnedMutexGuard;

use crate::clock::StoreClock;
use crate::error::{commit_failed, failed};
use crate::store::Writer;

/// A connection inside a transaction.
pub(crate) struct Session<C> {
    pub(crate) connection: C,
    pub(crate) clock: StoreClock,
}

/// What a session runs on.
pub(crate) trait Connected: DerefMut<Target = SqliteConnection> + Send {}

impl<C: DerefMut<Target = SqliteConnection> + Send> Connected for C {}

/// The writer connection, taken out of its home for one transaction.
///
/// It goes home only after COMMIT or ROLLBACK was answered. Dropped before that, at any await, it is closed instead, which undoes
/// the transaction, and the next one opens a new connection: no transaction can be left open for the next caller to fall into.
pub(crate) struct Writing {
    connection: SqliteConnection,
    home: OwnedMutexGuard<Writer>,
}

impl Writing {
    /// Begins. IMMEDIATE: the lock of other processes is waited for here and nowhere later.
    pub(crate) async fn begin(
        connection: SqliteConnection,
        home: OwnedMutexGuard<Writer>,
    ) -> Result<Self, StoreError> {
        let mut writing = Self { connection, home };
        match sqlx::query("begin immediate").execute(&mut writing.connection).await {
            Ok(_) => Ok(writing),
            Err(error) => {
                let error = failed(error);
                if matches!(error, StoreError::Busy(_)) {
                    writing.go_home();
                }
                Err(error)
            }
        }
    }

    async fn commit(mut self) -> Result<(), StoreError> {
        match sqlx::query("commit").execute(&mut self.connection).await {
            Ok(_) => {
                self.go_home();
                Ok(())
            }
            Err(error) => {
                let error = commit_failed(error);
                self.rollback().await;
                Err(error)
            }
        }
    }

    /// A connection that cannot roll back (some errors end the transaction by themselves) is closed, which undoes it as well.
    async fn rollback(mut self) {
        match sqlx::query("rollback").execute(&mut self.connection).await {
            Ok(_) => self.go_home(),
            Err(error) => tracing::debug!(%error, "rolling back by closing the writer connection"),
        }
    }

    fn go_home(mut self) {
        *self.home = Writer::Open(Some(self.connection));
    }
}

impl Deref for Writing {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.connection
    }
}

impl DerefMut for Writing {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }
}

#[async_trait]
impl<C: Connected> Snapshot for Session<C> {
    async fn now(&mut self) -> Result<Time, StoreError> {
        self.clock.now(&mut self.connection).await
    }
}

#[async_trait]
impl Transaction for Session<Writing> {
    async fn commit(self: Box<Self>) -> Result<(), StoreError> {
        self.connection.commit().await
    }

    async fn rollback(self: Box<Self>) -> Result<(), StoreError> {
        self.connection.rollback().await;
        Ok(())
    }
}
