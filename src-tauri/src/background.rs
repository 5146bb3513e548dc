//! What runs behind the window: lease rescue, the HTTP API and the built-in worker.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, Result};
use onceover_api::Api;
use onceover_domain::id::Queue;
use onceover_engine::worker::{self, Worker, configuration::Configuration};
use tauri::async_runtime::{JoinHandle, spawn};
use tokio::net::TcpListener;
use tokio::sync::{Mutex, watch};

/// Tasks that end when they are asked to.
pub struct Background {
    stop: watch::Sender<bool>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl Background {
    /// Starts what these settings name.
    ///
    /// # Errors
    /// An address that is taken, or a handler that cannot be set up.
    pub async fn start(
        api: &Arc<Api>,
        listen: Option<SocketAddr>,
        configuration: &Configuration,
    ) -> Result<Self> {
        let (stop, stopping) = watch::channel(false);
        let handlers = configuration.handlers()?;
        // Binding comes before anything runs: whoever tries again after a failure finds nothing left behind.
        let listener = match listen {
            Some(address) => {
                let taken = || format!("the HTTP API cannot listen on {address}");
                Some(TcpListener::bind(address).await.with_context(taken)?)
            }
            None => None,
        };
        let mut tasks = vec![spawn(rescue(Arc::clone(api), stopping.clone()))];
        if let Some(listener) = listener {
            let address = listener.local_addr()?;
            api.listens_on(address.to_string());
            tracing::info!(%address, "serving the HTTP API");
            tasks.push(spawn(serve(Arc::clone(api), listener, stopping.clone())));
        }
        if !handlers.is_empty() {
            let worker = Worker {
                engine: Arc::clone(api.engine()),
                handlers,
                name: worker::name(),
                queues: vec![Queue::parse("default")?],
                concurrency: configuration.concurrency,
            };
            tasks.push(spawn(worker.run(stopping)));
        }
        Ok(Self { stop, tasks: Mutex::new(tasks) })
    }

    /// Asks all to end and waits until they have.
    pub async fn stop(&self) {
        self.stop.send_replace(true);
        for task in self.tasks.lock().await.drain(..) {
            if let Err(error) = task.await {
                tracing::error!(%error, "a task behind the window broke");
            }
        }
    }
}

async fn asked(mut stopping: watch::Receiver<bool>) {
    if stopping.wait_for(|stop| *stop).await.is_err() {
        tracing::debug!("nobody can ask to stop any more, so it is asked");
    }
}

async fn rescue(api: Arc<Api>, stopping: watch::Receiver<bool>) {
    tokio::select! {
        () = api.engine().rescue_forever() => {}
        () = asked(stopping) => {}
    }
}

async fn serve(api: Arc<Api>, listener: TcpListener, stopping: watch::Receiver<bool>) {
    if let Err(error) = onceover_http::serve(api, listener, asked(stopping)).await {
        tracing::error!(%error, "the HTTP API stopped");
    }
}
