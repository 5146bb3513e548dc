//! The command line: parse, call `onceover-api`, render. No rule of the product is here.
//!
//! `arguments.rs` says what can be typed, `command.rs` what it does, `output.rs` how it is shown and which exit code it ends with.
//! This binary picks the store (`open.rs`); `serve.rs` and `worker.rs` run until a signal.

mod arguments;
mod command;
mod dead_letters;
mod demo;
mod failure;
mod init;
mod jobs;
mod keys;
mod ledger;
mod logging;
mod name;
mod open;
mod output;
mod process;
mod serve;
mod settings;
mod table;
mod tenants;
mod units;
mod verify;
mod worker;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use failure::{Exit, Failure};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return failure::usage(&error),
    };
    let json = arguments.command.json();
    let ended = logging::start(arguments.log.as_deref(), arguments.command.runs_on())
        .and_then(|()| run(arguments));
    match ended {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report(json),
    }
}

fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| {
            Failure::could_not("runtime", format!("no thread can be started: {error}"))
        })?;
    runtime.block_on(command::run(arguments.command))
}
