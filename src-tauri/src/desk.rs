//! The workspace behind the window: opened in the background, so that the window is there at once and can say what is wrong.

use std::env;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use onceover_api::{Api, Caller, Init, dto::Problem};
use onceover_domain::id::OperatorName;
use onceover_engine::{Engine, Settings};
use onceover_store::{Clock, Store};
use onceover_store_postgres::PostgresStore;
use onceover_store_sqlite::SqliteStore;
use tokio::sync::watch;

use crate::background::Background;
use crate::options::{Database, Options};

/// Pause between two tries to open a workspace that would not open.
const AGAIN: Duration = Duration::from_secs(3);

/// An open workspace and who sits in front of it.
pub struct Desk {
    api: Arc<Api>,
    caller: Caller,
    background: Background,
}

/// Nothing yet, the workspace, or why there is none so far.
pub type Opening = watch::Receiver<Option<Result<Arc<Desk>, Problem>>>;

impl Desk {
    /// Carries out one operation for the person at this desk.
    pub async fn call(&self, operation: &str, payload: &str) -> Result<String, Problem> {
        self.api.call(&self.caller, operation, payload).await
    }

    /// Hints of changes.
    pub fn hints(&self) -> watch::Receiver<u64> {
        self.api.engine().changes().subscribe()
    }

    /// Lets what runs end, then ends the use of the database.
    pub async fn close(&self) {
        self.background.stop().await;
        self.api.engine().store().close().await;
    }
}

/// Tries to open the workspace until it is open, and tells each outcome.
pub fn open(options: Options) -> Opening {
    let (tell, opening) = watch::channel(None);
    tauri::async_runtime::spawn(async move {
        let mut logged = String::new();
        loop {
            let error = match once(&options).await {
                Ok(desk) => {
                    tell.send_replace(Some(Ok(desk)));
                    return;
                }
                Err(error) => error,
            };
            let detail = format!("{error:#}");
            tell.send_replace(Some(Err(problem(error, &detail))));
            if detail != logged {
                tracing::error!(detail, "the workspace cannot be opened; trying until it can");
                logged = detail;
            }
            tokio::time::sleep(AGAIN).await;
        }
    });
    opening
}

/// What the window shows of a failure; one that has a code keeps it.
fn problem(error: anyhow::Error, detail: &str) -> Problem {
    match error.downcast::<Refused>() {
        Ok(Refused(problem)) => problem,
        Err(_) => {
            Problem::new(503, "workspace_unavailable", "The workspace cannot be opened", detail)
        }
    }
}

/// A problem on its way through `anyhow`.
#[derive(Debug)]
struct Refused(Problem);

impl std::fmt::Display for Refused {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str(&self.0.detail)
    }
}

impl std::error::Error for Refused {}

async fn once(options: &Options) -> Result<Arc<Desk>> {
    let settings = options.settings()?;
    let database = settings.database;
    let store = store(&database).await?;
    let engine = Engine::start(store, Settings::default());
    let api = Api::new(Arc::clone(&engine));
    if database.is_embedded() {
        // A file of this program's own needs no set-up by hand; a server's database is somebody's decision.
        api.init(first_use()).await.map_err(Refused)?;
    }
    let caller = api.local_operator().await.map_err(Refused)?;
    let background = Background::start(&api, settings.listen, &settings.configuration).await?;
    tracing::info!(%database, operator = caller.name(), "workspace open");
    Ok(Arc::new(Desk { api, caller, background }))
}

async fn store(database: &Database) -> Result<Arc<dyn Store>> {
    Ok(match database {
        Database::Sqlite(path) => {
            if let Some(directory) = Path::new(path).parent() {
                std::fs::create_dir_all(directory)
                    .with_context(|| directory.display().to_string())?;
            }
            Arc::new(SqliteStore::open(path, Clock::Database).await?)
        }
        Database::Postgres(url) => Arc::new(PostgresStore::open(url, Clock::Database).await?),
    })
}

/// As `onceover init` does without being told more.
fn first_use() -> Init {
    let account = env::var("USER").ok().filter(|account| OperatorName::parse(account).is_ok());
    Init {
        name: "onceover".to_owned(),
        environment: "local".to_owned(),
        operator: account.unwrap_or_else(|| "operator".to_owned()),
    }
}
