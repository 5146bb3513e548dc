//! One attempt: the handler on one side, its lease on the other.

use std::sync::Arc;
use std::time::Duration;

use onceover_domain::id::{JobId, LeaseToken};
use onceover_domain::job::{Command, Failure, Job, LEASE_DEFAULT, Rejection};
use onceover_domain::units::Units;
use tokio::sync::watch;
use tokio::task::{JoinError, JoinHandle};

use super::handler::{Handler, Outcome, Task};
use super::{AGAIN, GRACE, asked};
use crate::{Claimed, Engine, Finish, FinishRefused};

/// A third of the lease: two heartbeats may fail before it is lost.
const HEARTBEAT: Duration = Duration::from_secs(LEASE_DEFAULT.as_secs() / 3);

/// Runs the handler and books its outcome.
pub(super) async fn run(
    engine: &Engine,
    handler: Arc<dyn Handler>,
    claimed: Claimed,
    shutdown: watch::Receiver<bool>,
) {
    let Claimed { job, payload } = claimed;
    let Some(lease) = job.lease.clone() else { return };
    let task = Task {
        job: job.id,
        tenant: job.tenant.clone(),
        kind: job.kind.clone(),
        attempt: job.attempt,
        effect_key: job.effect_key(),
        payload: payload.unwrap_or_default().into(),
    };
    let work = tokio::spawn(async move { handler.run(&task).await });
    if let Some(command) = watched(engine, &job, lease.token, work, shutdown).await {
        book(engine, job.id, command, &lease.worker).await;
    }
}

/// Waits for the handler while the lease is kept alive; answers what to book, or nothing when the lease is lost.
async fn watched(
    engine: &Engine,
    job: &Job,
    token: LeaseToken,
    mut work: JoinHandle<Outcome>,
    mut shutdown: watch::Receiver<bool>,
) -> Option<Command> {
    let grace = async {
        asked(&mut shutdown).await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::pin!(grace);
    loop {
        tokio::select! {
            ended = &mut work => return Some(command(token, ended)),
            () = &mut grace => {
                work.abort();
                return Some(Command::Release { token, delay: None });
            }
            () = tokio::time::sleep(HEARTBEAT) => {
                let beat = Finish {
                    job: job.id,
                    tenant: None,
                    command: Command::Heartbeat { token, lease: LEASE_DEFAULT },
                    actor: String::new(),
                };
                match engine.finish(beat).await {
                    Ok(Ok(job)) if job.cancel_requested => {
                        work.abort();
                        return Some(Command::Release { token, delay: None });
                    }
                    Ok(Ok(_)) => {}
                    Ok(Err(refused)) => {
                        work.abort();
                        tracing::warn!(job = %job.id, %refused, "the lease was lost; its handler was stopped");
                        return None;
                    }
                    Err(error) => tracing::warn!(job = %job.id, %error, "a heartbeat failed; the next one tries again"),
                }
            }
        }
    }
}

fn command(token: LeaseToken, ended: Result<Outcome, JoinError>) -> Command {
    match ended {
        Ok(Outcome::Succeeded { result, units }) => {
            Command::Complete { token, result, units: units.map(Units) }
        }
        Ok(Outcome::Failed { class, message, retryable, retry_after }) => Command::Fail {
            token,
            failure: Failure::new(&class, &message, None),
            retryable,
            retry_after,
        },
        Err(panic) => Command::Fail {
            token,
            failure: Failure::new(
                "handler_panicked",
                "the handler panicked",
                Some(&panic.to_string()),
            ),
            retryable: true,
            retry_after: None,
        },
    }
}

/// Books the outcome, again and again while the database is away: the lease token makes the repeat safe.
async fn book(engine: &Engine, job: JobId, command: Command, worker: &str) {
    let finish = Finish { job, tenant: None, command, actor: worker.to_owned() };
    loop {
        match engine.finish(finish.clone()).await {
            Ok(Ok(_)) => return,
            Ok(Err(FinishRefused::Rejected(Rejection::LeaseLost))) => {
                tracing::warn!(%job, "the lease was lost before the outcome was booked");
                return;
            }
            Ok(Err(refused)) => {
                tracing::warn!(%job, %refused, "the outcome was refused; the lease runs out and the job is tried again");
                return;
            }
            Err(error) => {
                tracing::warn!(%job, %error, "the outcome could not be booked; trying again");
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
}
