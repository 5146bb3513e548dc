//! Accepts connections until told to stop, then lets the requests under way end.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use onceover_api::Api;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use crate::Limits;
use crate::call::Server;
use crate::route::build;

/// Most bytes of a request's head.
const HEAD_BYTES: usize = 64 * 1024;
/// How long accepting rests when the system has no file left for a connection.
const EXHAUSTED: Duration = Duration::from_millis(50);

/// Serves the API on this listener until `shutdown` ends.
///
/// # Errors
/// The listener broke.
pub async fn serve(
    api: Arc<Api>,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    serve_with(api, listener, shutdown, Limits::default()).await
}

/// As [`serve`], with other limits.
///
/// # Errors
/// The listener broke.
pub async fn serve_with(
    api: Arc<Api>,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
    limits: Limits,
) -> io::Result<()> {
    let (close, closing) = watch::channel(false);
    let service = TowerToHyperService::new(build(Server { api, limits: limits.clone(), closing }));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head_time).max_buf_size(HEAD_BYTES);
    let room = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = async {
            // A connection beyond the limit is not accepted before another one ends.
            let place = Arc::clone(&room).acquire_owned().await.map_err(io::Error::other)?;
            Ok::<_, io::Error>((listener.accept().await, place))
        };
        let (accepted, place) = tokio::select! {
            accepted = accepted => accepted?,
            () = &mut shutdown => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) if of_one_connection(&error) => continue,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted; trying again");
                tokio::time::sleep(EXHAUSTED).await;
                continue;
            }
        };
        at_once(&stream);
        let connection = http.serve_connection(TokioIo::new(stream), service.clone());
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop(place);
        });
    }
    drop(listener);
    close.send_replace(true);
    if tokio::time::timeout(limits.shutdown_time, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests were still under way when the time to shut down was over");
    }
    Ok(())
}

/// The client went away before it was accepted.
fn of_one_connection(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset)
}

/// Small answers are not held back to be sent with later ones.
fn at_once(stream: &TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps its delay");
    }
}
