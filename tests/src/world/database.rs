//! Databases of one test each: a temporary file, or a copy of a migrated template on the test server.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use onceover_store::{Clock, Store};
use onceover_store_postgres::PostgresStore;
use onceover_store_sqlite::SqliteStore;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use super::Raw;

/// Which of the two databases a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    Sqlite,
    Postgres,
}

/// A database of its own, gone with the test.
#[derive(Debug)]
pub struct Database {
    pub url: String,
    pub backend: Backend,
    directory: Option<TempDir>,
}

/// Connections of one test: laws run side by side and the server's are counted.
const CONNECTIONS: u32 = 8;
static TEMPLATE: OnceCell<String> = OnceCell::const_new();
static COUNT: AtomicU32 = AtomicU32::new(0);

impl Database {
    pub async fn fresh(backend: Backend) -> Self {
        match backend {
            Backend::Sqlite => {
                let directory = tempfile::tempdir().unwrap();
                let url = format!("sqlite:{}", directory.path().join("onceover.db").display());
                Self { url, backend, directory: Some(directory) }
            }
            Backend::Postgres => {
                let template = TEMPLATE.get_or_init(template).await;
                let name = format!("{template}_{}", COUNT.fetch_add(1, Ordering::SeqCst));
                admin(&format!("create database {name} template {template}")).await;
                Self { url: url_of(&name), backend, directory: None }
            }
        }
    }

    /// A copy; nobody may be connected.
    pub async fn copy(&self) -> Self {
        match (self.backend, self.path()) {
            (Backend::Sqlite, Some(path)) => {
                let copy = Self::fresh(Backend::Sqlite).await;
                std::fs::copy(path, copy.path().unwrap()).unwrap();
                copy
            }
            (Backend::Sqlite | Backend::Postgres, _) => {
                let name = format!(
                    "onceover_test_{}_{}",
                    std::process::id(),
                    COUNT.fetch_add(1, Ordering::SeqCst)
                );
                let from = self.url.rsplit('/').next().unwrap();
                admin(&format!("create database {name} template {from}")).await;
                Self { url: url_of(&name), backend: self.backend, directory: None }
            }
        }
    }

    /// Opens the store, as a program would.
    pub async fn store(&self, clock: Clock, connections: Option<u32>) -> Arc<dyn Store> {
        match self.backend {
            Backend::Sqlite => Arc::new(SqliteStore::open(&self.url, clock).await.unwrap()),
            Backend::Postgres => {
                let connections = connections.unwrap_or(CONNECTIONS);
                Arc::new(PostgresStore::open_with(&self.url, clock, connections).await.unwrap())
            }
        }
    }

    /// A plain connection that sets nothing: no pragma, no role, no time-out.
    pub async fn raw(&self) -> Raw {
        match self.backend {
            Backend::Sqlite => {
                let options = sqlx::sqlite::SqliteConnectOptions::new()
                    .filename(self.url.trim_start_matches("sqlite:"))
                    .foreign_keys(false);
                Raw::Sqlite(SqliteConnection::connect_with(&options).await.unwrap())
            }
            Backend::Postgres => Raw::Postgres(PgConnection::connect(&self.url).await.unwrap()),
        }
    }

    /// Where the file is, of a database that is one.
    pub fn path(&self) -> Option<std::path::PathBuf> {
        self.directory.as_ref().map(|directory| directory.path().join("onceover.db"))
    }

    pub async fn remove(self) {
        if self.backend == Backend::Postgres {
            let name = self.url.rsplit('/').next().unwrap_or_default().to_owned();
            admin(&format!("drop database {name} with (force)")).await;
        }
    }
}

/// Address of the test server; without one the run fails and says how to get it.
fn server() -> String {
    std::env::var("ONCEOVER_TEST_POSTGRES").unwrap_or_else(|_| {
        panic!(
            "ONCEOVER_TEST_POSTGRES is not set, so nothing can be tested on Postgres. \
             Run `npm test`, or `bash scripts/postgres.sh cargo test -p onceover-tests`."
        )
    })
}

fn url_of(name: &str) -> String {
    let server = server();
    let (base, _) = server.rsplit_once('/').expect("postgres://…/DATABASE");
    format!("{base}/{name}")
}

async fn admin(sql: &str) {
    let mut connection = PgConnection::connect(&server()).await.unwrap();
    connection.execute(AssertSqlSafe(sql.to_owned())).await.unwrap();
    connection.close().await.unwrap();
}

async fn template() -> String {
    let name = format!("onceover_test_{}", std::process::id());
    admin(&format!("create database {name}")).await;
    let store = PostgresStore::open(&url_of(&name), Clock::Database).await.unwrap();
    store.close().await;
    name
}
