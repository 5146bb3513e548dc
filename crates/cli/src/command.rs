//! From what was typed to what is done.

use crate::arguments::{Command, Common};
use crate::failure::{Exit, Failure};
use crate::open::{self, Desk};
use crate::{
    dead_letters, demo, init, jobs, keys, ledger, serve, settings, tenants, verify, worker,
};

/// Carries out one command.
pub async fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Init(init) => init::run(init).await,
        Command::Serve(serve) => serve::run(serve).await,
        Command::Worker(worker) => worker::run(worker).await,
        Command::Keys(keys) => keys::run(keys).await,
        Command::Tenants(tenants) => tenants::run(tenants).await,
        Command::Jobs(jobs) => jobs::run(jobs).await,
        Command::DeadLetters(letters) => dead_letters::run(letters).await,
        Command::Ledger(ledger) => ledger::run(ledger).await,
        Command::Verify(common) => verify::run(&common).await,
        Command::Demo(arguments) => {
            let open = async |url: &str| Ok(open::database(url).await?);
            demo::run(arguments, open).await?;
            Ok(Exit::Done)
        }
    }
}

/// The workspace that a command is about.
pub async fn desk(common: &Common) -> Result<Desk, Failure> {
    open::desk(&settings::database(common)?).await
}
