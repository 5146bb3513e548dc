//! Opening, reading, writing and closing a database file.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use onceover_store::{Capabilities, Clock, Snapshot, Store, StoreError, Transaction};
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqlitePoolOptions};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::Mutex;

use crate::clock::StoreClock;
use crate::error::failed;
use crate::transaction::{Session, Writing};
use crate::{migration, settings};

const READERS: u32 = 8;
/// How long a read waits for a free reader.
const READER_TIMEOUT: Duration = Duration::from_secs(30);
/// Pause before a file that another process is just turning into a database is opened again.
const OPEN_PAUSE: Duration = Duration::from_millis(20);
const OPEN_TRIES: u32 = 250;

/// Where the writer connection rests between transactions.
#[derive(Debug)]
pub(crate) enum Writer {
    /// Ready; `None` after one was lost, so that the next transaction opens another.
    Open(Option<SqliteConnection>),
    /// The store was closed.
    Closed,
}

/// A database file.
#[derive(Debug)]
pub struct SqliteStore {
    path: PathBuf,
    writer: Arc<Mutex<Writer>>,
    readers: SqlitePool,
    clock: StoreClock,
}

impl SqliteStore {
    /// Opens a database file, making it if it does not exist, and brings its schema up to date. Takes `sqlite:PATH` or a path.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] for a database that is newer than this program or does not take the settings;
    /// [`StoreError::Unavailable`] when the file cannot be opened.
    pub async fn open(url_or_path: &str, clock: Clock) -> Result<Self, StoreError> {
        let path = path(url_or_path)?;
        let mut tries = 1;
        // Turning a new file into a WAL database cannot be waited for by the busy timeout.
        let connection = loop {
            match open_writer(&path, true).await {
                Err(StoreError::Busy(_)) if tries < OPEN_TRIES => tries += 1,
                opened => break opened.map_err(|error| at(&path, error))?,
            }
            tokio::time::sleep(OPEN_PAUSE).await;
        };
        let readers = SqlitePoolOptions::new()
            .min_connections(0)
            .max_connections(READERS)
            .acquire_timeout(READER_TIMEOUT)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
            .after_connect(|connection, _| {
                Box::pin(async move {
                    settings::check(connection)
                        .await
                        .map_err(|error| sqlx::Error::Configuration(Box::new(error)))
                })
            })
            .connect_lazy_with(settings::reader(&path));
        Ok(Self {
            path,
            writer: Arc::new(Mutex::new(Writer::Open(Some(connection)))),
            readers,
            clock: StoreClock::new(clock),
        })
    }
}

#[async_trait]
impl Store for SqliteStore {
    fn capabilities(&self) -> Capabilities {
        Capabilities { concurrent_writers: false, name: "sqlite" }
    }

    async fn read(&self) -> Result<Box<dyn Snapshot>, StoreError> {
        // sqlx's worker undoes a BEGIN whose future was dropped, and a dropped snapshot is rolled back before its connection is
        // lent again.
        let transaction = self.readers.begin().await.map_err(failed)?;
        Ok(Box::new(Session { connection: transaction, clock: self.clock.clone() }))
    }

    async fn write(&self) -> Result<Box<dyn Transaction>, StoreError> {
        let mut home = Arc::clone(&self.writer).lock_owned().await;
        let connection = match &mut *home {
            Writer::Closed => {
                return Err(StoreError::Unavailable("the store was closed".to_owned()));
            }
            Writer::Open(connection) => match connection.take() {
                Some(connection) => connection,
                None => {
                    open_writer(&self.path, false).await.map_err(|error| at(&self.path, error))?
                }
            },
        };
        let connection = Writing::begin(connection, home).await?;
        Ok(Box::new(Session { connection, clock: self.clock.clone() }))
    }

    async fn close(&self) {
        self.readers.close().await;
        let mut home = self.writer.lock().await;
        if let Writer::Open(Some(connection)) = std::mem::replace(&mut *home, Writer::Closed)
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "the writer connection did not close cleanly");
        }
    }
}

async fn open_writer(path: &Path, migrate: bool) -> Result<SqliteConnection, StoreError> {
    let mut connection = settings::writer(path).connect().await.map_err(failed)?;
    settings::check(&mut connection).await?;
    if migrate {
        migration::run(&mut connection).await?;
    }
    Ok(connection)
}

fn path(url_or_path: &str) -> Result<PathBuf, StoreError> {
    let path = url_or_path.strip_prefix("sqlite:").unwrap_or(url_or_path);
    let path = path.strip_prefix("//").unwrap_or(path);
    if path.is_empty() || path == ":memory:" {
        return Err(StoreError::Unusable(format!(
            "{url_or_path:?} names no file; write sqlite:PATH"
        )));
    }
    Ok(PathBuf::from(path))
}

/// Says which file it was.
fn at(path: &Path, error: StoreError) -> StoreError {
    let path = path.display();
    match error {
        StoreError::Unavailable(text) => StoreError::Unavailable(format!("{path}: {text}")),
        StoreError::Unusable(text) => StoreError::Unusable(format!("{path}: {text}")),
        StoreError::Busy(text) => StoreError::Busy(format!("{path}: {text}")),
        StoreError::Failed(text) => StoreError::Failed(format!("{path}: {text}")),
        StoreError::CommitUnknown(_) | StoreError::Refused(_) | StoreError::Conflict(_) => error,
    }
}
