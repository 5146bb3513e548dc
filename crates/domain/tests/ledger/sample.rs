//! An account to post to.

use onceover_domain::id::{JobId, Meter, OverrideId, TenantId};
use onceover_domain::job::Hold;
use onceover_domain::ledger::{Account, Entry, LedgerRejection, Limit, Origin};
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use uuid::Uuid;

pub const NOW: Time = Time(1_000_000);

/// An empty account of tenant `acme`, meter `emails`.
pub fn account() -> Account {
    Account::empty(TenantId::stored("acme".into()), Meter::stored("emails".into()), Time(0))
}

/// The first limit, of so many units.
pub const fn limit(units: i64) -> Limit {
    Limit { units: Units(units), version: 1 }
}

/// Every field of an origin set.
pub fn origin() -> Origin {
    Origin {
        job: Some(JobId(Uuid::from_u128(1))),
        attempt: Some(2),
        actor: "w1".into(),
        reason: Some("because".into()),
        reason_code: Some("refund".into()),
        override_id: Some(OverrideId(Uuid::from_u128(3))),
    }
}

/// The hold that a reserve entry opened.
pub const fn hold(entry: &Entry) -> Hold {
    Hold {
        period_start: entry.period_start,
        sequence: entry.sequence,
        units: entry.units,
        attempt: None,
    }
}

/// Reserves under a limit.
///
/// # Errors
/// As [`Account::reserve`].
pub fn reserve(account: &mut Account, units: i64, under: i64) -> Result<Entry, LedgerRejection> {
    account.reserve(Units(units), limit(under), &origin(), NOW)
}

/// (used, reserved).
pub const fn totals(account: &Account) -> (i64, i64) {
    (account.used.0, account.reserved.0)
}
