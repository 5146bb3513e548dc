//! Waiting for something that happens in another process: looked at again and again, never slept for.

use std::time::Duration;

use anyhow::{Result, bail};
use tokio::time::{interval, timeout};

const EVERY: Duration = Duration::from_millis(40);
const AT_MOST: Duration = Duration::from_secs(30);

/// Returns once `look` says so.
///
/// # Errors
/// After half a minute, naming what was waited for.
pub(super) async fn eventually(what: &str, look: impl AsyncFn() -> bool) -> Result<()> {
    let mut ticks = interval(EVERY);
    let watched = timeout(AT_MOST, async {
        while !look().await {
            ticks.tick().await;
        }
    });
    if watched.await.is_err() {
        bail!("waited in vain for {what}");
    }
    Ok(())
}
