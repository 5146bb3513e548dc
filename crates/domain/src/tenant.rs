//! Tenants and their meters.

use crate::id::{Meter, TenantId};
use crate::ledger::Limit;
use crate::time::Time;

/// How long an account of a meter runs, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Period {
    /// For ever.
    None,
    /// From midnight to midnight.
    Day,
    /// From the first of a month to the first of the next.
    Month,
}

impl Period {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::None, Self::Day, Self::Month];

    /// As stored and shown.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Day => "day",
            Self::Month => "month",
        }
    }

    /// Reads what [`Period::as_str`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|period| period.as_str() == text)
    }

    /// Start of the period that `now` lies in; the epoch for none.
    #[must_use]
    pub fn start(self, now: Time) -> Time {
        match self {
            Self::None => Time(0),
            Self::Day => now.day_start(),
            Self::Month => now.month_start(),
        }
    }
}

/// When units are reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReserveAt {
    /// With the submit: the caller hears of a breach at once.
    Submit,
    /// When a worker takes the job.
    Start,
}

impl ReserveAt {
    /// As stored and shown.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Submit => "submit",
            Self::Start => "start",
        }
    }

    /// Reads what [`ReserveAt::as_str`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Submit, Self::Start].into_iter().find(|at| at.as_str() == text)
    }
}

/// A meter of a tenant with the limit in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeterSettings {
    /// Whose.
    pub tenant: TenantId,
    /// Its name.
    pub meter: Meter,
    /// Decimal places, 0 to 9, for display only; fixed.
    pub scale: u8,
    /// How long an account runs.
    pub period: Period,
    /// When units are reserved.
    pub reserve: ReserveAt,
    /// A confirm may pass what was reserved.
    pub overage: bool,
    /// The limit in force.
    pub limit: Limit,
}

/// A tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tenant {
    /// Its name, which is its id.
    pub id: TenantId,
    /// When it was made.
    pub created_at: Time,
    /// Set while no new job of it is taken.
    pub suspended_at: Option<Time>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_belongs_to_the_period_its_reservation_was_made_in() {
        let now = Time::parse("2026-11-30T23:59:50Z").unwrap();
        assert_eq!(Period::None.start(now), Time(0));
        assert_eq!(Period::Day.start(now).to_string(), "2026-11-30T00:00:00.000000Z");
        assert_eq!(Period::Month.start(now).to_string(), "2026-11-01T00:00:00.000000Z");
    }
}
