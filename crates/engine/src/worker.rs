//! The worker of this process: claims jobs whose kind has a handler, keeps their leases alive and books how they ended.
//!
//! Heartbeats run apart from handlers. A lost lease stops the handler before it does more; a cancel asked for meanwhile ends the
//! attempt; a finish whose answer was lost is repeated by its lease token. On shutdown nothing new is claimed, what runs gets a
//! moment to end, and the rest is given back.

pub mod configuration;
pub mod handler;
pub mod http;

mod attempt;

use std::sync::Arc;
use std::time::Duration;

use onceover_domain::id::{Kind, Queue};
use onceover_domain::job::LEASE_DEFAULT;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use crate::{Claim, Engine};
use configuration::Handlers;

/// How long one claim waits for work; also how long a shutdown may have to wait for a claim.
const WAIT: Duration = Duration::from_secs(1);
/// How soon a claim is tried again after the database failed.
const AGAIN: Duration = Duration::from_secs(1);
/// How long running attempts may go on after a shutdown was asked for.
const GRACE: Duration = Duration::from_secs(10);

/// Runs built-in handlers.
pub struct Worker {
    /// Where jobs come from.
    pub engine: Arc<Engine>,
    /// What can be run.
    pub handlers: Handlers,
    /// Name in leases and attempts; must differ from that of every other running worker.
    pub name: String,
    /// Queues that are served.
    pub queues: Vec<Queue>,
    /// Attempts at the same time.
    pub concurrency: u32,
}

impl Worker {
    /// Works until `shutdown` turns true (or its sender is gone), then ends or gives back what runs.
    pub async fn run(self, mut shutdown: watch::Receiver<bool>) {
        let slots = Arc::new(Semaphore::new(self.concurrency as usize));
        let mut running = JoinSet::new();
        let kinds: Vec<Kind> = self.handlers.keys().cloned().collect();
        tracing::info!(worker = %self.name, kinds = kinds.len(), concurrency = self.concurrency, "the worker started");
        loop {
            while running.try_join_next().is_some() {}
            let free = tokio::select! {
                free = Arc::clone(&slots).acquire_owned() => free,
                () = asked(&mut shutdown) => break,
            };
            // One slot is ours; more may be free, and one claim fills them all.
            let Ok(first) = free else { break };
            let claim = Claim {
                worker: self.name.clone(),
                queues: self.queues.clone(),
                kinds: Some(kinds.clone()),
                tenant: None,
                limit: 1 + u32::try_from(slots.available_permits()).unwrap_or(0),
                lease: LEASE_DEFAULT,
                request: None,
            };
            // Not raced against the shutdown: an answer dropped here would leave leases that nobody holds.
            let claimed = match self.engine.claim(claim, WAIT).await {
                Ok(claimed) => claimed,
                Err(error) => {
                    tracing::warn!(%error, "no work can be claimed; trying again");
                    tokio::select! {
                        () = tokio::time::sleep(AGAIN) => continue,
                        () = asked(&mut shutdown) => break,
                    }
                }
            };
            let mut first = Some(first);
            for claimed in claimed {
                let slot = match first.take() {
                    Some(slot) => slot,
                    None => match Arc::clone(&slots).acquire_owned().await {
                        Ok(slot) => slot,
                        Err(_) => break,
                    },
                };
                if let Some(handler) = self.handlers.get(&claimed.job.kind) {
                    let (engine, handler, stop) =
                        (Arc::clone(&self.engine), Arc::clone(handler), shutdown.clone());
                    running.spawn(async move {
                        attempt::run(&engine, handler, claimed, stop).await;
                        drop(slot);
                    });
                }
            }
        }
        while running.join_next().await.is_some() {}
        tracing::info!(worker = %self.name, "the worker stopped");
    }
}

/// Resolves when a shutdown is asked for.
async fn asked(shutdown: &mut watch::Receiver<bool>) {
    if shutdown.wait_for(|asked| *asked).await.is_err() {
        tracing::debug!("nobody can ask for a shutdown any more, so it is one");
    }
}

/// A name for this process's worker that no other running one has.
#[must_use]
pub fn name() -> String {
    let host = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    let host = host.trim();
    format!(
        "{}-{}-{:04x}",
        if host.is_empty() { "worker" } else { host },
        std::process::id(),
        rand::random::<u16>()
    )
}
