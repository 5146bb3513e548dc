//! Points in time: microseconds since the Unix epoch, always given from outside, always from the database.

use std::fmt;
use std::time::Duration;

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::{Serialize, Serializer};

/// A point in time, microseconds since 1970-01-01T00:00:00Z. Arithmetic saturates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Time(pub i64);

impl Time {
    /// The last whole hour that can be written in every offset with four digits of year, 9999-12-30T22:00:00Z.
    pub const LAST: Self = Self(253_402_207_200_000_000);

    /// This much later, at most [`Time::LAST`].
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        let micros = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
        Self(self.0.saturating_add(micros).min(Self::LAST.0))
    }

    /// This much earlier.
    #[must_use]
    pub fn before(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)))
    }

    /// How long from `earlier` to here; zero when it is not earlier.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_micros(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// Reads RFC 3339 with any offset.
    ///
    /// # Errors
    /// The text is not RFC 3339, or lies before 1970 or after [`Time::LAST`].
    pub fn parse(text: &str) -> Result<Self, TimeInvalid> {
        let stamp: Timestamp = text.parse().map_err(|_| TimeInvalid(text.to_owned()))?;
        let time = Self(stamp.as_microsecond());
        if (0..=Self::LAST.0).contains(&time.0) {
            Ok(time)
        } else {
            Err(TimeInvalid(text.to_owned()))
        }
    }

    /// Midnight UTC of this day.
    #[must_use]
    pub const fn day_start(self) -> Self {
        Self(self.0 - self.0.rem_euclid(86_400_000_000))
    }

    /// Midnight UTC of the first day of this month.
    #[must_use]
    pub fn month_start(self) -> Self {
        let day = self.day_start();
        let of_month = i64::from(day.stamp().to_zoned_datetime(TimeZone::UTC).day());
        Self(day.0 - (of_month - 1) * 86_400_000_000)
    }

    /// Midnight UTC of the first day of the next month.
    #[must_use]
    pub fn next_month_start(self) -> Self {
        let zoned = self.month_start().stamp().to_zoned_datetime(TimeZone::UTC);
        zoned
            .checked_add(1.month())
            .map_or(Self::LAST, |next| Self(next.timestamp().as_microsecond()))
    }

    fn stamp(self) -> Timestamp {
        Timestamp::from_microsecond(self.0.clamp(0, Self::LAST.0)).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

/// A text that is no RFC 3339 time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not an RFC 3339 time between 1970 and 9999; write it like 2026-11-12T14:20:31Z")]
pub struct TimeInvalid(pub String);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.6}", self.stamp())
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_as_rfc_3339_utc_and_read_back_the_same() {
        let time = Time::parse("2026-11-12T15:20:31.000042+01:00").unwrap();
        assert_eq!(time.to_string(), "2026-11-12T14:20:31.000042Z");
        assert_eq!(Time::parse(&time.to_string()), Ok(time));
    }

    #[test]
    fn periods_begin_at_midnight_utc() {
        let time = Time::parse("2026-12-31T23:59:59.999999Z").unwrap();
        assert_eq!(time.day_start().to_string(), "2026-12-31T00:00:00.000000Z");
        assert_eq!(time.month_start().to_string(), "2026-12-01T00:00:00.000000Z");
        assert_eq!(time.next_month_start().to_string(), "2027-01-01T00:00:00.000000Z");
    }

    #[test]
    fn arithmetic_saturates_and_never_runs_over() {
        assert_eq!(Time::LAST.after(Duration::MAX), Time::LAST);
        assert_eq!(Time(5).since(Time(9)), Duration::ZERO);
    }

    #[test]
    fn the_last_time_is_written_as_itself_and_nothing_later_is_read() {
        assert_eq!(Time::LAST.to_string(), "9999-12-30T22:00:00.000000Z");
        assert_eq!(Time::parse(&Time::LAST.to_string()), Ok(Time::LAST));
        assert_eq!(Time(i64::MAX).to_string(), Time::LAST.to_string());
        for later in
            ["9999-12-30T22:00:00.000001Z", "9999-12-30T23:00:00Z", "9999-12-31T23:59:59.999999Z"]
        {
            assert!(Time::parse(later).is_err(), "{later}");
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for bad in ["", "yesterday", "2026-13-01T00:00:00Z", "1969-12-31T23:59:59Z", "2026-11-12"] {
            assert!(Time::parse(bad).is_err(), "{bad}");
        }
    }
}
