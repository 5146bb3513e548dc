//! The one place that begins, retries and commits transactions.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use onceover_store::{Store, StoreError, Transaction};

/// A boxed future that borrows its transaction.
pub type Step<'t, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 't>>;

/// How often a transaction that met another one is run again.
const RUNS: u32 = 4;

/// Runs `work` in one transaction and commits it; an error undoes everything.
///
/// The work runs in a task of its own that is never dropped: when the caller goes away (a client hangs up) the transaction still
/// ends, so no connection goes back to its pool half-way. Serialization failures and lock time-outs run the whole again.
///
/// # Errors
/// What `work` refused with, or what the database failed with.
pub async fn transact<T, E, F>(store: &Arc<dyn Store>, work: F) -> Result<T, E>
where
    T: Send + 'static,
    E: Busy + From<StoreError> + Send + 'static,
    F: for<'t> Fn(&'t mut dyn Transaction) -> Step<'t, T, E> + Send + Sync + 'static,
{
    let store = Arc::clone(store);
    let task = tokio::spawn(async move {
        let mut run = 1;
        loop {
            match once(&store, &work).await {
                Err(error) if error.is_busy() && run < RUNS => run += 1,
                answer => return answer,
            }
        }
    });
    match task.await {
        Ok(answer) => answer,
        Err(panic) => {
            Err(E::from(StoreError::Failed(format!("the transaction's task ended: {panic}"))))
        }
    }
}

/// An error that may say that another transaction was in the way.
pub trait Busy {
    /// Nothing was changed, and the same transaction may succeed when it is run again.
    fn is_busy(&self) -> bool;
}

impl Busy for StoreError {
    fn is_busy(&self) -> bool {
        matches!(self, Self::Busy(_))
    }
}

async fn once<T, E, F>(store: &Arc<dyn Store>, work: &F) -> Result<T, E>
where
    E: From<StoreError>,
    F: for<'t> Fn(&'t mut dyn Transaction) -> Step<'t, T, E>,
{
    let mut tx = store.write().await?;
    match work(&mut *tx).await {
        Ok(value) => {
            tx.commit().await?;
            Ok(value)
        }
        Err(refusal) => {
            if let Err(error) = tx.rollback().await {
                tracing::warn!(%error, "a rollback failed; the database undoes the transaction by itself");
            }
            Err(refusal)
        }
    }
}
