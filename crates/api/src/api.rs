//! The operations of one workspace.

use std::sync::{Arc, OnceLock};

use onceover_domain::id::{JobId, OperatorName, TenantId};
use onceover_engine::Engine;
use onceover_store::{NewKey, Snapshot};
use uuid::Uuid;

use crate::dto::{Problem, Workspace};
use crate::key::KeyCache;
use crate::{Caller, problem, view};

/// Every operation, on one engine.
pub struct Api {
    pub(crate) engine: Arc<Engine>,
    pub(crate) keys: KeyCache,
    listen: OnceLock<String>,
}

impl Api {
    /// Operations on this engine.
    #[must_use]
    pub fn new(engine: Arc<Engine>) -> Arc<Self> {
        Arc::new(Self { engine, keys: KeyCache::default(), listen: OnceLock::new() })
    }

    /// The engine below.
    #[must_use]
    pub const fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// Says which address this process serves the HTTP API on; the first word counts.
    pub fn listens_on(&self, address: String) {
        if let Err(ignored) = self.listen.set(address) {
            tracing::debug!(ignored, "the address was announced before");
        }
    }

    /// The workspace and who is at the desk (`workspace.get`).
    ///
    /// # Errors
    /// `not_initialized` before `init`.
    pub async fn workspace(&self, caller: &Caller) -> Result<Workspace, Problem> {
        let mut snapshot = self.read().await?;
        let workspace = snapshot.workspace().await?.ok_or_else(problem::not_initialized)?;
        Ok(Workspace {
            name: workspace.name,
            environment: view::environment(workspace.environment),
            database: self.engine.store().capabilities().name.to_owned(),
            operator: caller.name(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            listen: self.listen.get().cloned(),
            as_of: snapshot.now().await?.to_string(),
        })
    }

    /// The operator of a desk that opened the database directly: the one `init` made.
    ///
    /// # Errors
    /// `not_initialized` before `init`.
    pub async fn local_operator(&self) -> Result<Caller, Problem> {
        let mut snapshot = self.read().await?;
        let operators = snapshot.operators().await?;
        let first: Option<OperatorName> = operators
            .into_iter()
            .min_by_key(|operator| operator.created_at)
            .map(|operator| operator.name);
        first.map(Caller::Operator).ok_or_else(problem::not_initialized)
    }

    /// A write commits: what readiness means. Nothing is left behind, but the pages it passed through are written: a transaction
    /// without a change commits on a full disk, too.
    ///
    /// # Errors
    /// The database is away or refuses writes.
    pub async fn ready(&self) -> Result<(), Problem> {
        onceover_engine::transact(self.engine.store(), |tx| {
            Box::pin(async move {
                // No two calls take the same key, so none waits for another; its job is only looked for at the commit.
                let job = JobId(Uuid::now_v7());
                let tenant = TenantId::stored("onceover.readyz".to_owned());
                let key = NewKey {
                    tenant: tenant.clone(),
                    key: job.to_string(),
                    fingerprint: vec![0; 33],
                    request: String::new(),
                    job,
                    created_at: tx.now().await?,
                };
                tx.take_keys(&[key]).await?;
                tx.give_back_keys(&[(tenant, job.to_string())]).await
            })
        })
        .await?;
        Ok(())
    }

    pub(crate) async fn read(&self) -> Result<Box<dyn Snapshot>, Problem> {
        Ok(self.engine.read().await?)
    }
}
