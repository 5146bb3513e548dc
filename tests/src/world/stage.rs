//! Between engine and store: a test says beforehand at which call of a transaction something shall happen, and what.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use onceover_store::{Capabilities, Snapshot, Store, StoreError, Transaction};
use tokio::sync::Semaphore;

use super::transaction::Staged;

/// What happens when a transaction comes to a call.
#[derive(Debug, Clone)]
pub enum Act {
    /// It waits before the call until the test opens the gate.
    Hold(Gate),
    /// It waits after the call until the test opens the gate.
    HoldAfter(Gate),
    /// The call fails with this error and does nothing.
    Fail(StoreError),
    /// The process dies before the call: its connection ends, nothing more is written.
    Die,
    /// The call is `commit`, it happens, and its answer is lost.
    CommitAndDie,
}

/// A place where a transaction waits for the test.
#[derive(Debug, Clone)]
pub struct Gate {
    arrived: Arc<Semaphore>,
    open: Arc<Semaphore>,
}

impl Gate {
    #[expect(clippy::new_without_default, reason = "a gate is made where it is used")]
    pub fn new() -> Self {
        Self { arrived: Arc::new(Semaphore::new(0)), open: Arc::new(Semaphore::new(0)) }
    }

    /// Waits until the transaction stands here.
    pub async fn arrived(&self) {
        self.arrived.acquire().await.unwrap().forget();
    }

    /// Lets it go on.
    pub fn open(&self) {
        self.open.add_permits(1);
    }

    pub(super) async fn pass(&self) {
        self.arrived.add_permits(1);
        self.open.acquire().await.unwrap().forget();
    }
}

/// A store with a plan of what shall go wrong.
pub struct Stage {
    inner: Arc<dyn Store>,
    plan: Mutex<VecDeque<(&'static str, Act)>>,
}

impl Stage {
    pub(super) fn around(inner: Arc<dyn Store>) -> (Arc<dyn Store>, Arc<Self>) {
        let stage = Arc::new(Self { inner, plan: Mutex::new(VecDeque::new()) });
        (Arc::new(Front(Arc::clone(&stage))), stage)
    }

    /// At the next call of this name, once.
    pub fn at(&self, call: &'static str, act: Act) {
        self.plan.lock().unwrap().push_back((call, act));
    }

    /// Everything planned has happened.
    pub fn is_over(&self) -> bool {
        self.plan.lock().unwrap().is_empty()
    }

    pub(super) fn next(&self, call: &str) -> Option<Act> {
        let mut plan = self.plan.lock().unwrap();
        let index = plan.iter().position(|(name, _)| *name == call)?;
        plan.remove(index).map(|(_, act)| act)
    }
}

struct Front(Arc<Stage>);

#[async_trait]
impl Store for Front {
    fn capabilities(&self) -> Capabilities {
        self.0.inner.capabilities()
    }

    async fn read(&self) -> Result<Box<dyn Snapshot>, StoreError> {
        self.0.inner.read().await
    }

    async fn write(&self) -> Result<Box<dyn Transaction>, StoreError> {
        let inner = self.0.inner.write().await?;
        Ok(Box::new(Staged::new(inner, Arc::clone(&self.0))))
    }

    async fn close(&self) {
        self.0.inner.close().await;
    }
}
