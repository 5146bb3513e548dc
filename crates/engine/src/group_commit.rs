//! Group commit: concurrent callers share one set-based transaction.
//!
//! While one batch commits, the next gathers; each caller is answered after the durable commit of its own batch. If the
//! database refuses a batch its items are run singly, so that one bad item never fails its neighbours.

use std::sync::Arc;

use onceover_store::{Store, StoreError, Transaction};
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::transaction::{Step, transact};

/// Most items in one transaction.
const BATCH: usize = 1_000;
/// Callers that may wait before new ones are held back.
const QUEUE: usize = 16_384;

/// What a stage does with a batch: one answer an item, in order.
pub type Run<I, O> = Arc<
    dyn for<'t> Fn(&'t mut dyn Transaction, Arc<[I]>) -> Step<'t, Vec<O>, StoreError> + Send + Sync,
>;

/// Told the answers of each committed transaction, before their callers are: gives hints of what changed.
pub type Told<O> = Arc<dyn Fn(&[O]) + Send + Sync>;

type Reply<O> = oneshot::Sender<Result<O, StoreError>>;

/// What a stage needs to run a batch.
struct Work<I, O> {
    store: Arc<dyn Store>,
    run: Run<I, O>,
    told: Told<O>,
}

/// A queue of callers in front of one kind of transaction.
pub struct Stage<I, O> {
    sender: mpsc::Sender<(I, Reply<O>)>,
}

impl<I, O> Stage<I, O>
where
    I: Clone + Send + Sync + 'static,
    O: Send + 'static,
{
    /// Starts the stage; it ends when it is dropped and its last batch is answered.
    pub fn start(store: Arc<dyn Store>, run: Run<I, O>, told: Told<O>) -> Self {
        let (sender, receiver) = mpsc::channel(QUEUE);
        let lanes = if store.capabilities().concurrent_writers { 2 } else { 1 };
        tokio::spawn(gather(Arc::new(Work { store, run, told }), receiver, lanes));
        Self { sender }
    }

    /// Does one item, in a transaction with its neighbours.
    ///
    /// # Errors
    /// The database failed; see [`StoreError`] for what that says about the outcome.
    pub async fn call(&self, item: I) -> Result<O, StoreError> {
        let (reply, answer) = oneshot::channel();
        let stopped = || StoreError::Unavailable("the program is shutting down".to_owned());
        self.sender.send((item, reply)).await.map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }
}

async fn gather<I, O>(
    work: Arc<Work<I, O>>,
    mut receiver: mpsc::Receiver<(I, Reply<O>)>,
    lanes: usize,
) where
    I: Clone + Send + Sync + 'static,
    O: Send + 'static,
{
    let lanes = Arc::new(Semaphore::new(lanes));
    let mut waiting = Vec::new();
    while receiver.recv_many(&mut waiting, BATCH).await > 0 {
        // Not before a lane is free: until then the batch grows.
        let Ok(lane) = Arc::clone(&lanes).acquire_owned().await else { return };
        while waiting.len() < BATCH
            && let Ok(item) = receiver.try_recv()
        {
            waiting.push(item);
        }
        let (items, replies): (Vec<I>, Vec<Reply<O>>) = waiting.drain(..).unzip();
        let work = Arc::clone(&work);
        tokio::spawn(async move {
            batch(&work, items, replies).await;
            drop(lane);
        });
    }
}

async fn batch<I, O>(work: &Work<I, O>, items: Vec<I>, replies: Vec<Reply<O>>)
where
    I: Clone + Send + Sync + 'static,
    O: Send + 'static,
{
    let items: Arc<[I]> = items.into();
    match commit(work, Arc::clone(&items)).await {
        Ok(answers) => {
            for (reply, answer) in replies.into_iter().zip(answers) {
                answered(reply, Ok(answer));
            }
        }
        Err(error) if items.len() > 1 && can_be_split(&error) => {
            tracing::debug!(%error, items = items.len(), "a batch was refused; its items run singly");
            for (reply, item) in replies.into_iter().zip(items.iter()) {
                let answer = commit(work, Arc::from([item.clone()])).await;
                answered(reply, answer.and_then(|mut one| one.pop().ok_or_else(unanswered)));
            }
        }
        Err(error) => {
            for reply in replies {
                answered(reply, Err(error.clone()));
            }
        }
    }
}

/// An unknown commit must not be run again, and a database that is away fails every item alike.
const fn can_be_split(error: &StoreError) -> bool {
    matches!(
        error,
        StoreError::Refused(_)
            | StoreError::Conflict(_)
            | StoreError::Failed(_)
            | StoreError::Busy(_)
    )
}

async fn commit<I, O>(work: &Work<I, O>, items: Arc<[I]>) -> Result<Vec<O>, StoreError>
where
    I: Send + Sync + 'static,
    O: Send + 'static,
{
    let run = Arc::clone(&work.run);
    let expected = items.len();
    let answers = transact(&work.store, move |tx| run(tx, Arc::clone(&items))).await?;
    (work.told)(&answers);
    if answers.len() == expected { Ok(answers) } else { Err(unanswered()) }
}

fn unanswered() -> StoreError {
    StoreError::Failed("a batch was not answered item by item".to_owned())
}

/// The caller may have gone away; its work is done all the same.
fn answered<O>(reply: Reply<O>, answer: Result<O, StoreError>) {
    if reply.send(answer).is_err() {
        tracing::debug!("a caller went away before its answer");
    }
}
