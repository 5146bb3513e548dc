//! What can be typed.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{ArgGroup, Args, Parser, Subcommand};

use crate::demo::DemoArgs;

/// A job queue and a usage ledger in which repeating a request never repeats its effect.
#[derive(Debug, Parser)]
#[command(name = "onceover", version, propagate_version = true)]
pub struct Arguments {
    /// What to log, e.g. `debug` or `onceover_http=debug`; also from RUST_LOG.
    #[arg(long, global = true, value_name = "FILTER", env = "RUST_LOG", hide_env_values = true)]
    pub log: Option<String>,

    #[command(subcommand)]
    pub command: Command,
}

/// Taken by every command.
#[derive(Debug, Clone, Args)]
pub struct Common {
    /// The database: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME.
    #[arg(long, value_name = "URL", env = "ONCEOVER_DATABASE", hide_env_values = true)]
    pub database: Option<String>,

    /// Settings; `onceover.toml` in this directory if there is one.
    #[arg(long, value_name = "FILE", env = "ONCEOVER_CONFIG")]
    pub config: Option<PathBuf>,

    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make a workspace in a database; doing it again changes nothing.
    Init(Init),
    /// Serve the HTTP API and run the handlers of onceover.toml, until Ctrl-C.
    Serve(Serve),
    /// Run the handlers of onceover.toml without the HTTP API, until Ctrl-C.
    Worker(Worker),
    /// API keys.
    #[command(subcommand)]
    Keys(Keys),
    /// Tenants and their limits.
    #[command(subcommand)]
    Tenants(Tenants),
    /// Jobs.
    #[command(subcommand)]
    Jobs(Jobs),
    /// Dead letters: jobs that wait for a person.
    #[command(subcommand)]
    DeadLetters(DeadLetters),
    /// The ledger.
    #[command(subcommand)]
    Ledger(Ledger),
    /// Re-derive everything and name every row that disagrees; exit code 1 if one does.
    Verify(Common),
    /// Traffic to look at, without any account elsewhere.
    Demo(DemoArgs),
}

#[derive(Debug, Args)]
pub struct Init {
    #[command(flatten)]
    pub common: Common,
    /// The first operator; named after the system account unless given.
    #[arg(long)]
    pub operator: Option<String>,
    /// Name of the workspace.
    #[arg(long, default_value = "onceover")]
    pub name: String,
    /// What it is used for: production, staging, test or local.
    #[arg(long, default_value = "local")]
    pub environment: String,
}

#[derive(Debug, Args)]
pub struct Serve {
    #[command(flatten)]
    pub common: Common,
    /// Address to listen on, 127.0.0.1:7411 unless given; port 0 picks a free one. The first line printed says which.
    #[arg(long, value_name = "ADDR", env = "ONCEOVER_LISTEN")]
    pub listen: Option<SocketAddr>,
    /// Attempts at the same time.
    #[arg(long, env = "ONCEOVER_CONCURRENCY", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: Option<u32>,
}

#[derive(Debug, Args)]
pub struct Worker {
    #[command(flatten)]
    pub common: Common,
    /// Attempts at the same time.
    #[arg(long, env = "ONCEOVER_CONCURRENCY", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: Option<u32>,
    /// Queues to serve.
    #[arg(long, value_delimiter = ',', default_value = "default")]
    pub queues: Vec<String>,
}

#[derive(Debug, Subcommand)]
pub enum Keys {
    /// Make an API key; it is shown once.
    Create(KeysCreate),
    /// Revoke an API key at once.
    Revoke(KeysRevoke),
    /// List API keys, without their secrets.
    List(Common),
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("whose").required(true)))]
pub struct KeysCreate {
    #[command(flatten)]
    pub common: Common,
    /// The tenant it belongs to.
    #[arg(long, group = "whose")]
    pub tenant: Option<String>,
    /// It serves all tenants, as workers do.
    #[arg(long, group = "whose")]
    pub all_tenants: bool,
    /// What it may do: submit, read, work, admin.
    #[arg(long, value_delimiter = ',', required = true)]
    pub scopes: Vec<String>,
    /// What people call it.
    #[arg(long, default_value = "")]
    pub name: String,
}

#[derive(Debug, Args)]
pub struct KeysRevoke {
    /// Public part of the key, with or without `oo_`.
    pub id: String,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, Subcommand)]
pub enum Tenants {
    /// Make a tenant; doing it again changes nothing.
    Create(TenantsCreate),
    /// List tenants.
    List(Common),
    /// Set the limit of a meter; makes the meter if it is new.
    SetLimit(SetLimit),
}

#[derive(Debug, Args)]
pub struct TenantsCreate {
    /// Name of the tenant.
    pub tenant: String,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, Args)]
pub struct SetLimit {
    /// Name of the tenant.
    pub tenant: String,
    #[command(flatten)]
    pub common: Common,
    /// What is counted.
    #[arg(long)]
    pub meter: String,
    /// The limit, in the meter's smallest unit.
    #[arg(long, allow_negative_numbers = true)]
    pub limit: i64,
    /// none, day or month; fixed once the meter is made.
    #[arg(long)]
    pub period: Option<String>,
    /// When units are reserved: submit or start; fixed once the meter is made.
    #[arg(long)]
    pub reserve: Option<String>,
    /// Decimal places for display, 0 to 9; fixed once the meter is made.
    #[arg(long)]
    pub scale: Option<u8>,
    /// A confirm above what was reserved: refuse or allow; fixed once the meter is made.
    #[arg(long)]
    pub overage: Option<String>,
    /// Why; needed for every limit but the first.
    #[arg(long, default_value = "")]
    pub reason: String,
    /// Repeating it returns the first answer.
    #[arg(long)]
    pub request_id: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum Jobs {
    /// List jobs, newest first.
    List(JobsList),
    /// Everything known of one job.
    Show(JobsShow),
}

#[derive(Debug, Args)]
pub struct JobsList {
    #[command(flatten)]
    pub common: Common,
    /// queued, running, succeeded, failed, dead_letter or cancelled.
    #[arg(long)]
    pub state: Option<String>,
    #[arg(long)]
    pub tenant: Option<String>,
    #[arg(long)]
    pub kind: Option<String>,
    #[arg(long)]
    pub queue: Option<String>,
    /// Idempotency key.
    #[arg(long)]
    pub key: Option<String>,
    /// Class of the last error, e.g. http_503.
    #[arg(long)]
    pub error: Option<String>,
    /// Jobs on this page, 1 to 200.
    #[arg(long)]
    pub limit: Option<u32>,
    /// `next_cursor` of the page before.
    #[arg(long)]
    pub cursor: Option<String>,
}

#[derive(Debug, Args)]
pub struct JobsShow {
    /// The job.
    pub id: String,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, Subcommand)]
pub enum DeadLetters {
    /// List dead letters by error; `jobs list --state dead_letter` lists each.
    List(Common),
    /// Run a dead letter again; exit code 3 if it waits for approval.
    Requeue(Requeue),
}

#[derive(Debug, Args)]
pub struct Requeue {
    /// The job.
    pub id: String,
    #[command(flatten)]
    pub common: Common,
    /// Why; at least 3 characters.
    #[arg(long)]
    pub reason: String,
    /// Repeating it returns the first answer.
    #[arg(long)]
    pub request_id: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum Ledger {
    /// Balance and entries of one meter, newest first.
    Show(LedgerShow),
}

#[derive(Debug, Args)]
pub struct LedgerShow {
    #[command(flatten)]
    pub common: Common,
    #[arg(long)]
    pub tenant: String,
    #[arg(long)]
    pub meter: String,
    /// Start of a period (RFC 3339); the current one unless given.
    #[arg(long)]
    pub period_start: Option<String>,
    /// Entries below this number.
    #[arg(long)]
    pub before: Option<i64>,
    /// Entries on this page, 1 to 200.
    #[arg(long)]
    pub limit: Option<u32>,
}

impl Command {
    /// Runs until it is told to stop, so its log is worth reading.
    pub const fn runs_on(&self) -> bool {
        matches!(self, Self::Serve(_) | Self::Worker(_))
    }

    /// What every command takes.
    pub const fn common(&self) -> Option<&Common> {
        Some(match self {
            Self::Init(init) => &init.common,
            Self::Serve(serve) => &serve.common,
            Self::Worker(worker) => &worker.common,
            Self::Keys(Keys::Create(create)) => &create.common,
            Self::Keys(Keys::Revoke(revoke)) => &revoke.common,
            Self::Tenants(Tenants::Create(create)) => &create.common,
            Self::Tenants(Tenants::SetLimit(set)) => &set.common,
            Self::Jobs(Jobs::List(list)) => &list.common,
            Self::Jobs(Jobs::Show(show)) => &show.common,
            Self::DeadLetters(DeadLetters::Requeue(requeue)) => &requeue.common,
            Self::Ledger(Ledger::Show(show)) => &show.common,
            Self::Keys(Keys::List(common))
            | Self::Tenants(Tenants::List(common))
            | Self::DeadLetters(DeadLetters::List(common))
            | Self::Verify(common) => common,
            Self::Demo(_) => return None,
        })
    }

    /// Errors are to be JSON too.
    pub fn json(&self) -> bool {
        self.common().is_some_and(|common| common.json)
    }
}
