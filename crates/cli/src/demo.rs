//! `onceover demo`: real traffic to look at, without any account elsewhere.
//!
//! `prepare` sets a workspace up (`demo/prepare.rs`). `run` is then the outside world, on both sides: clients that POST real
//! GitHub webhook payloads to the HTTP API (`demo/sender.rs`), sent two and three times as real clients do, and the endpoints
//! they are delivered to (`demo/receiver.rs`), which fail the way real ones do. Which fails how is one table, `demo/endpoint.rs`.
//! In between is nothing but the product itself.

mod delivery;
mod endpoint;
mod prepare;
mod receiver;
mod sender;
mod tally;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use onceover_api::Api;

use tally::Tally;

/// The demo's four customers; which repository belongs to whom is in `demo/delivery.rs`.
const TENANTS: [&str; 4] = ["acme", "borealis", "cobalt", "delta"];

/// Where an API key of a tenant is kept within the demo's directory.
fn key_file(directory: &std::path::Path, tenant: &str) -> PathBuf {
    directory.join("keys").join(format!("{tenant}.key"))
}

/// Arguments of `onceover demo`.
#[derive(Debug, Args)]
pub struct DemoArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Set up a workspace with tenants, limits, API keys and handlers; doing it again changes nothing.
    Prepare(PrepareArgs),
    /// Send GitHub webhooks to the API and receive what it delivers, until Ctrl-C.
    Run(RunArgs),
}

/// Arguments of `onceover demo prepare`.
#[derive(Debug, Args)]
struct PrepareArgs {
    /// Database URL: sqlite:PATH or postgres://...
    #[arg(long, env = "ONCEOVER_DATABASE")]
    database: String,
    /// Where the keys and onceover.toml go.
    #[arg(long)]
    directory: PathBuf,
    /// Where `onceover demo run` will receive.
    #[arg(long, default_value = "127.0.0.1:7412")]
    receiver: SocketAddr,
    /// Who is at the desk of the new workspace; named after the system account unless set.
    #[arg(long)]
    operator: Option<String>,
}

/// Arguments of `onceover demo run`.
#[derive(Debug, Args)]
struct RunArgs {
    /// The directory of `onceover demo prepare`.
    #[arg(long)]
    directory: PathBuf,
    /// Address of the HTTP API.
    #[arg(long, default_value = "http://127.0.0.1:7411")]
    api: String,
    /// Address to receive on.
    #[arg(long, default_value = "127.0.0.1:7412")]
    receiver: SocketAddr,
    /// The payloads: api.github.com/index.json of the npm package @octokit/webhooks-examples.
    #[arg(
        long,
        default_value = "node_modules/@octokit/webhooks-examples/api.github.com/index.json"
    )]
    examples: PathBuf,
    /// Makes the same choices again; a new seed each time unless set.
    #[arg(long)]
    seed: Option<u64>,
    /// Deliveries a second at the start; after the first 1,500 it slows to a quarter.
    #[arg(long, default_value_t = 2.5, value_parser = rate)]
    rate: f64,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if (0.01..=200.0).contains(&rate) => Ok(rate),
        _ => Err("the rate must be between 0.01 and 200 a second".to_owned()),
    }
}

/// Runs the subcommand; `open` gives the operations on a database.
///
/// # Errors
/// What could not be set up, or an address that is taken.
pub async fn run(
    args: DemoArgs,
    open: impl AsyncFnOnce(&str) -> anyhow::Result<Arc<Api>>,
) -> anyhow::Result<()> {
    match args.command {
        Command::Prepare(args) => prepare::prepare(&*open(&args.database).await?, &args).await,
        Command::Run(args) => traffic(args).await,
    }
}

async fn traffic(args: RunArgs) -> anyhow::Result<()> {
    let seed = args.seed.unwrap_or_else(rand::random);
    let tally = Arc::new(Tally::default());
    let listener = tokio::net::TcpListener::bind(args.receiver).await.with_context(|| {
        format!("the demo's receiver cannot listen on {}; is another demo running?", args.receiver)
    })?;
    let sender = sender::Sender::new(&args.directory, &args.api, Arc::clone(&tally))?;
    let deliveries = delivery::read(&args.examples)?;
    tally.say(&format!(
        "receiving on http://{}, sending to {} (seed {seed})",
        args.receiver, args.api
    ));
    tokio::select! {
        ended = receiver::serve(listener, seed, Arc::clone(&tally)) => ended,
        ended = sender.send_forever(&deliveries, seed, args.rate) => ended,
        () = tally.say_forever(Duration::from_secs(20)) => Ok(()),
        interrupted = tokio::signal::ctrl_c() => {
            interrupted.context("Ctrl-C cannot be listened for")?;
            tally.say("ended; jobs that are queued stay queued");
            Ok(())
        }
    }
}
