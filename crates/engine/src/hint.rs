//! Hints that something changed: a reason to look again, never the truth itself.

use std::sync::Arc;

use tokio::sync::watch;

/// Gives and takes hints within one process.
#[derive(Debug, Clone)]
pub struct Hints(Arc<watch::Sender<u64>>);

impl Hints {
    /// No hint given yet.
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(watch::channel(0).0))
    }

    /// Wakes everyone who subscribed.
    pub fn give(&self) {
        self.0.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Subscribe first, look, then wait: a hint given in between is not lost.
    #[must_use]
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.0.subscribe()
    }
}

impl Default for Hints {
    fn default() -> Self {
        Self::new()
    }
}
