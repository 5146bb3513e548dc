//! Opens a workspace by its URL: the one place of this program that picks a store.

use std::path::Path;
use std::sync::Arc;

use onceover_api::dto::Problem;
use onceover_api::{Api, Caller};
use onceover_engine::{Engine, Settings};
use onceover_store::{Clock, Store};
use onceover_store_postgres::PostgresStore;
use onceover_store_sqlite::SqliteStore;

use crate::failure::Failure;

/// A workspace with who is at its desk.
pub struct Desk {
    /// The operations.
    pub api: Arc<Api>,
    /// The local operator.
    pub operator: Caller,
}

/// Opens a database in which a workspace is.
pub async fn desk(url: &str) -> Result<Desk, Failure> {
    if let Some(path) = sqlite_path(url)
        && !Path::new(path).exists()
    {
        return Err(Failure::could_not(
            "not_initialized",
            format!(
                "there is no database at {path}; make it with `onceover init --database {url}`"
            ),
        ));
    }
    let api = database(url).await?;
    let operator = api.local_operator().await.map_err(|problem| not_initialized(url, problem))?;
    Ok(Desk { api, operator })
}

/// Opens a database, a new one if need be.
pub async fn database(url: &str) -> Result<Arc<Api>, Failure> {
    Ok(Api::new(Engine::start(store(url).await?, Settings::default())))
}

async fn store(url: &str) -> Result<Arc<dyn Store>, Failure> {
    if sqlite_path(url).is_some() {
        return Ok(Arc::new(SqliteStore::open(url, Clock::Database).await?));
    }
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        return Ok(Arc::new(PostgresStore::open(url, Clock::Database).await?));
    }
    // Not repeated here: what is no URL may still hold a password.
    Err(Failure::usage("the database URL must begin with sqlite: or postgres://"))
}

/// File of a SQLite URL.
fn sqlite_path(url: &str) -> Option<&str> {
    let path = url.strip_prefix("sqlite:")?;
    Some(path.strip_prefix("//").unwrap_or(path))
}

/// Says which database, unless its URL may hold a password.
fn not_initialized(url: &str, problem: Problem) -> Failure {
    if problem.code != "not_initialized" || sqlite_path(url).is_none() {
        return problem.into();
    }
    let detail = format!(
        "there is no workspace in {url} yet; make it with `onceover init --database {url}`"
    );
    Problem { detail, ..problem }.into()
}
