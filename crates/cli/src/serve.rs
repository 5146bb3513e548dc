//! `serve`: the HTTP API, the rescue of lost leases and the built-in handlers in one process.

use std::sync::Arc;

use onceover_http::Limits;
use tokio::net::TcpListener;

use crate::failure::{Exit, Failure};
use crate::{arguments, open, output, process, settings, worker};

pub async fn run(arguments: arguments::Serve) -> Result<Exit, Failure> {
    let file = settings::file(&arguments.common)?;
    let url = match &arguments.common.database {
        Some(url) => url.clone(),
        None => settings::database_of(&file)?,
    };
    let address = settings::listen(arguments.listen, &file)?;
    let desk = open::desk(&url).await?;
    let stopping = process::until_signal()?;
    let listener = TcpListener::bind(address).await.map_err(|error| {
        let detail =
            format!("{address} cannot be listened on: {error}; choose another with --listen");
        Failure::could_not("listen", detail)
    })?;
    let address = listener.local_addr().map_err(|error| {
        Failure::could_not("listen", format!("no address to listen on: {error}"))
    })?;
    desk.api.listens_on(address.to_string());

    let engine = Arc::clone(desk.api.engine());
    let rescue = tokio::spawn({
        let engine = Arc::clone(&engine);
        async move { engine.rescue_forever().await }
    });
    let built_in =
        worker::built_in(&engine, &file, arguments.concurrency, &["default".to_owned()])?;
    let worker = built_in.map(|worker| tokio::spawn(worker.run(stopping.clone())));

    output::line(&address.to_string())?;
    tracing::info!(%address, "serving the HTTP API");
    let limits = Limits { connections: process::connections(), ..Limits::default() };
    let served =
        onceover_http::serve_with(desk.api, listener, process::stopped(stopping), limits).await;
    worker::ended(worker).await;
    rescue.abort();
    engine.store().close().await;
    served.map_err(|error| Failure::could_not("listen", format!("the listener broke: {error}")))?;
    Ok(Exit::Done)
}
