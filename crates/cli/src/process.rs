//! Programs that run until a signal: one flag that turns true, and room for many connections.

use tokio::sync::watch;

use crate::failure::Failure;

/// Turns true at SIGINT or SIGTERM. A second signal ends the program at once, as when work under way cannot be waited for.
pub fn until_signal() -> Result<watch::Receiver<bool>, Failure> {
    let (stop, stopping) = watch::channel(false);
    let mut signals = Signals::listen().map_err(|error| {
        Failure::could_not("signals", format!("signals cannot be listened for: {error}"))
    })?;
    tokio::spawn(async move {
        signals.next().await;
        tracing::info!("shutting down: what runs may end, a second signal ends it now");
        stop.send_replace(true);
        signals.next().await;
        tracing::warn!("ended by a second signal");
        std::process::exit(130);
    });
    Ok(stopping)
}

/// Resolves once `stopping` turned true.
pub async fn stopped(mut stopping: watch::Receiver<bool>) {
    if stopping.wait_for(|stop| *stop).await.is_err() {
        tracing::debug!("nobody can ask for a shutdown any more, so it is one");
    }
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> std::io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::warn!(%error, "Ctrl-C cannot be listened for");
            std::future::pending::<()>().await;
        }
    }
}

/// Files kept back for the database, the log and what else is not a connection.
#[cfg(unix)]
const KEPT_BACK: u64 = 128;
const MOST_CONNECTIONS: usize = 10_240;

/// How many connections the system lets this process have; asks it for as many as it allows.
#[cfg(unix)]
pub fn connections() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let files = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(error) => {
            tracing::debug!(%error, "the limit of open files stays as it is");
            limit.current
        }
    };
    let files = files.map_or(MOST_CONNECTIONS, |files| {
        usize::try_from(files.saturating_sub(KEPT_BACK)).unwrap_or(MOST_CONNECTIONS)
    });
    files.clamp(16, MOST_CONNECTIONS)
}

#[cfg(not(unix))]
pub const fn connections() -> usize {
    MOST_CONNECTIONS
}
