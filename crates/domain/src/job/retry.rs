//! When to try again: exponential backoff with jitter, capped, saturating.

use std::time::Duration;

/// Settings of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Delay after the first failure.
    pub base: Duration,
    /// No delay is longer, jitter aside.
    pub cap: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self { base: Duration::from_secs(10), cap: Duration::from_secs(60 * 60) }
    }
}

impl RetryPolicy {
    /// Delay after the `failures`-th failure in a row: `base * 2^(failures - 1)`, at most `cap`, plus up to a quarter of it.
    ///
    /// `jitter` (0 to 65,535) says how much of the quarter; it spreads jobs that failed together and never shortens a delay.
    #[must_use]
    pub fn delay(&self, failures: u32, jitter: u16) -> Duration {
        let factor = 1_u32.checked_shl(failures.saturating_sub(1)).unwrap_or(u32::MAX);
        let delay = self.base.checked_mul(factor).unwrap_or(self.cap).min(self.cap);
        delay.saturating_add((delay / 4).saturating_mul(u32::from(jitter)) / u32::from(u16::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_doubles_until_the_cap_and_then_stays() {
        let policy = RetryPolicy::default();
        let seconds = |failures| policy.delay(failures, 0).as_secs();
        assert_eq!([1, 2, 3, 9, 10].map(seconds), [10, 20, 40, 2_560, 3_600]);
        for failures in [0, 31, 32, 33, 63, 64, 65, 999, u32::MAX] {
            assert!(policy.delay(failures, u16::MAX) <= policy.cap + policy.cap / 4, "{failures}");
        }
        assert_eq!(seconds(u32::MAX), 3_600);
    }

    #[test]
    fn jitter_only_lengthens_and_by_at_most_a_quarter() {
        let policy = RetryPolicy::default();
        assert_eq!(policy.delay(1, u16::MAX), Duration::from_millis(12_500));
        assert!(
            (0..=u16::MAX).step_by(997).all(|jitter| policy.delay(3, jitter) >= policy.delay(3, 0))
        );
    }

    #[test]
    fn odd_settings_saturate_and_never_panic() {
        let zero = RetryPolicy { base: Duration::ZERO, cap: Duration::from_secs(3_600) };
        assert_eq!(zero.delay(5, 9), Duration::ZERO);
        let huge = RetryPolicy { base: Duration::MAX, cap: Duration::MAX };
        assert_eq!(huge.delay(64, u16::MAX), Duration::MAX);
    }
}
