//! Where the time of a store comes from.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use onceover_domain::time::Time;

/// The database's clock, or one that a test turns by hand.
#[derive(Debug, Clone, Default)]
pub enum Clock {
    /// The time of the database server; for SQLite that of the machine.
    #[default]
    Database,
    /// A clock that stands still until it is moved.
    Manual(ManualClock),
}

/// A hand-turned clock; clones show the same time.
#[derive(Debug, Clone)]
pub struct ManualClock(Arc<AtomicI64>);

impl ManualClock {
    /// A clock that shows `time`.
    #[must_use]
    pub fn at(time: Time) -> Self {
        Self(Arc::new(AtomicI64::new(time.0)))
    }

    /// What it shows.
    #[must_use]
    pub fn now(&self) -> Time {
        Time(self.0.load(Ordering::SeqCst))
    }

    /// Turns it on.
    pub fn advance(&self, by: std::time::Duration) {
        self.0.store(self.now().after(by).0, Ordering::SeqCst);
    }
}
