//! The log goes to stderr: for people on a terminal, as JSON otherwise.

use std::io::{self, IsTerminal as _};

use tracing_subscriber::EnvFilter;

use crate::failure::Failure;

/// Starts logging; a command that ends by itself says little.
pub fn start(filter: Option<&str>, runs_on: bool) -> Result<(), Failure> {
    let default = if runs_on { "info,sqlx=warn" } else { "error" };
    let filter = EnvFilter::try_new(filter.unwrap_or(default))
        .map_err(|error| Failure::usage(format!("--log is not a filter: {error}")))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    let started = if io::stderr().is_terminal() { log.try_init() } else { log.json().try_init() };
    started
        .map_err(|error| Failure::could_not("log", format!("the log cannot be started: {error}")))
}
