//! The desktop console's program: put the process in order, read the command line, open the window.
//!
//! Everything the console shows or does goes through `onceover_api`; this crate only knows Tauri. [`environment`] comes
//! first, before any thread or library has looked at the process; [`options`] is the command line, [`shell`] the window, [`desk`]
//! the workspace behind it and [`background`] what runs there.

mod background;
mod desk;
mod environment;
mod options;
mod shell;

use std::io::IsTerminal;

use clap::Parser;

fn main() -> anyhow::Result<()> {
    environment::prepare()?;
    let options = options::Options::parse();
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_default_env()
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info")),
        )
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    shell::run(options)
}
