//! One connection inside a transaction: every read and write of the port is implemented on it, once.

use async_trait::async_trait;
use onceover_domain::time::Time;
use onceover_store::{Clock, Snapshot, StoreError, Transaction};

use crate::clock;
use crate::link::Link;

/// A transaction, or a snapshot, which only offers the reads.
pub(crate) struct Session {
    pub(crate) link: Link,
    pub(crate) clock: Clock,
}

#[async_trait]
impl Snapshot for Session {
    async fn now(&mut self) -> Result<Time, StoreError> {
        clock::now(&self.clock, &mut self.link).await
    }
}

#[async_trait]
impl Transaction for Session {
    async fn commit(self: Box<Self>) -> Result<(), StoreError> {
        self.link.commit().await
    }

    async fn rollback(self: Box<Self>) -> Result<(), StoreError> {
        self.link.rollback().await
    }
}
