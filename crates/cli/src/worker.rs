//! `worker`: the built-in handlers of `onceover.toml`, without the HTTP API.

use std::sync::Arc;

use onceover_domain::id::Queue;
use onceover_engine::Engine;
use onceover_engine::worker::configuration::Configuration;
use onceover_engine::worker::{self, Worker};
use tokio::task::JoinHandle;

use crate::failure::{Exit, Failure};
use crate::{arguments, open, process, settings};

pub async fn run(arguments: arguments::Worker) -> Result<Exit, Failure> {
    let file = settings::file(&arguments.common)?;
    let url = match &arguments.common.database {
        Some(url) => url.clone(),
        None => settings::database_of(&file)?,
    };
    let desk = open::desk(&url).await?;
    let engine = Arc::clone(desk.api.engine());
    let worker =
        built_in(&engine, &file, arguments.concurrency, &arguments.queues)?.ok_or_else(|| {
            Failure::usage(
                "there is nothing to run: name handlers in onceover.toml (--config FILE)",
            )
        })?;
    let stopping = process::until_signal()?;
    let rescue = tokio::spawn({
        let engine = Arc::clone(&engine);
        async move { engine.rescue_forever().await }
    });
    worker.run(stopping).await;
    rescue.abort();
    engine.store().close().await;
    Ok(Exit::Done)
}

/// The worker that the settings ask for, if they name a handler.
pub fn built_in(
    engine: &Arc<Engine>,
    file: &Configuration,
    concurrency: Option<u32>,
    queues: &[String],
) -> Result<Option<Worker>, Failure> {
    let handlers = file.handlers().map_err(|error| {
        Failure::could_not("worker", format!("no HTTP client can be set up: {error}"))
    })?;
    if handlers.is_empty() {
        return Ok(None);
    }
    let queues = queues.iter().map(|queue| Queue::parse(queue)).collect::<Result<_, _>>();
    Ok(Some(Worker {
        engine: Arc::clone(engine),
        handlers,
        name: worker::name(),
        queues: queues.map_err(Failure::usage)?,
        concurrency: concurrency.unwrap_or(file.concurrency),
    }))
}

/// Waits for a worker that runs beside something else.
pub async fn ended(worker: Option<JoinHandle<()>>) {
    if let Some(worker) = worker
        && let Err(error) = worker.await
    {
        tracing::error!(%error, "the worker ended by a defect");
    }
}
