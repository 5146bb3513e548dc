//! One posting at a time, at the edges.

use onceover_domain::ledger::{Account, EntryKind, LedgerRejection, LimitExceeded};
use onceover_domain::time::Time;
use onceover_domain::units::{Overflow, Units};

use crate::sample::{NOW, account, hold, limit, origin, reserve, totals};

const MAX: i64 = i64::MAX;

fn with(used: i64, reserved: i64) -> Account {
    Account { used: Units(used), reserved: Units(reserved), ..account() }
}

fn exceeded(limit: i64, used: i64, reserved: i64, asked: i64) -> LedgerRejection {
    LedgerRejection::LimitExceeded(LimitExceeded {
        meter: account().meter,
        limit: Units(limit),
        used: Units(used),
        reserved: Units(reserved),
        asked: Units(asked),
    })
}

#[test]
fn a_reserve_fits_up_to_the_limit_and_not_one_unit_past_it() {
    // used, reserved, limit, asked, fits
    let table = [
        (0, 0, 5_000, 5_000, true),
        (0, 0, 5_000, 5_001, false),
        (3_000, 1_000, 5_000, 1_000, true),
        (3_000, 1_000, 5_000, 1_001, false),
        (0, 0, 0, 0, true),
        (0, 0, 0, 1, false),
        (5_000, 0, 5_000, 0, true),
        (6_000, 0, 5_000, 0, false),
        (0, 0, MAX, MAX, true),
        (MAX - 1, 0, MAX, 1, true),
        (MAX - 1, 0, MAX, 2, false),
        (1, 1, MAX, MAX, false),
    ];
    for (used, reserved, limit, asked, fits) in table {
        let mut account = with(used, reserved);
        match reserve(&mut account, asked, limit) {
            Ok(entry) => {
                assert!(fits, "{asked} on {used} + {reserved} of {limit}");
                assert_eq!(
                    (entry.kind, entry.used_delta.0, entry.reserved_delta.0),
                    (EntryKind::Reserve, 0, asked)
                );
                assert_eq!(totals(&account), (used, reserved + asked));
                assert_eq!((entry.limit, entry.limit_version), (Some(Units(limit)), Some(1)));
            }
            Err(refused) => {
                assert!(!fits, "{asked} on {used} + {reserved} of {limit}: {refused}");
                assert_eq!(refused, exceeded(limit, used, reserved, asked));
                assert_eq!(account, with(used, reserved), "a refusal leaves the account as it was");
            }
        }
    }
}

#[test]
fn totals_that_do_not_fit_64_bits_are_an_error_and_never_wrap() {
    assert_eq!(reserve(&mut with(MAX, 1), 0, MAX), Err(LedgerRejection::Overflow(Overflow)));
    let mut full = with(MAX, 0);
    assert_eq!(full.adjust(Units(1), &origin(), NOW), Err(LedgerRejection::Overflow(Overflow)));
    assert_eq!(full, with(MAX, 0));
    assert_eq!(
        with(0, 0).adjust(Units(i64::MIN), &origin(), NOW),
        Err(LedgerRejection::BelowZero { used: Units(0) })
    );
    assert_eq!(with(MAX, 0).available(Units(-2)), Err(Overflow));
    assert_eq!(
        with(6, 1).available(Units(5)),
        Ok(Units(-2)),
        "a limit may be lowered below what is used"
    );
}

#[test]
fn a_confirm_charges_what_was_used_and_gives_the_rest_back_in_the_same_entry() {
    // units, overage rule, charged
    let table = [
        (None, false, Ok(100)),
        (Some(0), false, Ok(0)),
        (Some(40), false, Ok(40)),
        (Some(100), false, Ok(100)),
        (Some(101), true, Ok(101)),
        (
            Some(101),
            false,
            Err(LedgerRejection::ExceedsReservation { reserved: Units(100), units: Units(101) }),
        ),
        (
            Some(MAX),
            false,
            Err(LedgerRejection::ExceedsReservation { reserved: Units(100), units: Units(MAX) }),
        ),
        (Some(-1), false, Err(LedgerRejection::NegativeUnits)),
        (Some(-1), true, Err(LedgerRejection::NegativeUnits)),
        (Some(i64::MIN), false, Err(LedgerRejection::NegativeUnits)),
    ];
    for (units, overage, expected) in table {
        let mut account = account();
        let held = hold(&reserve(&mut account, 100, 100).unwrap());
        let before = account.clone();
        match account.confirm(&held, units.map(Units), overage, &origin(), NOW) {
            Ok(entry) => {
                assert_eq!(Ok(entry.units.0), expected);
                assert_eq!((entry.used_delta, entry.reserved_delta), (entry.units, Units(-100)));
                assert_eq!((entry.settles, entry.overage), (Some(1), entry.units.0 > 100));
                assert_eq!(totals(&account), (entry.units.0, 0));
            }
            Err(refused) => {
                assert_eq!(Err(refused), expected);
                assert_eq!(account, before);
            }
        }
    }
}

#[test]
fn a_cancel_gives_back_all_that_is_held() {
    let mut account = account();
    let held = hold(&reserve(&mut account, 100, 100).unwrap());
    let entry = account.cancel(&held, &origin(), NOW).unwrap();
    assert_eq!(
        (entry.kind, entry.units, entry.used_delta),
        (EntryKind::Cancel, Units(100), Units(0))
    );
    assert_eq!((entry.reserved_delta, entry.settles), (Units(-100), Some(1)));
    assert_eq!(totals(&account), (0, 0));
}

#[test]
fn a_correction_never_takes_the_used_total_below_zero() {
    let mut account = with(10, 0);
    assert_eq!(
        account.adjust(Units(-11), &origin(), NOW),
        Err(LedgerRejection::BelowZero { used: Units(10) })
    );
    let entry = account.adjust(Units(-10), &origin(), NOW).unwrap();
    assert_eq!(
        (entry.kind, entry.used_delta, entry.reserved_delta),
        (EntryKind::Adjust, Units(-10), Units(0))
    );
    assert_eq!(account.adjust(Units(7), &origin(), NOW).unwrap().used, Units(7));
}

#[test]
fn a_reverse_undoes_a_confirm_or_adjust_of_its_own_account_and_nothing_else() {
    let mut account = account();
    let reserved = reserve(&mut account, 100, 1_000).unwrap();
    let confirmed =
        account.confirm(&hold(&reserved), Some(Units(60)), false, &origin(), NOW).unwrap();
    let adjusted = account.adjust(Units(-20), &origin(), NOW).unwrap();
    assert_eq!(account.reverse(&reserved, &origin(), NOW), Err(LedgerRejection::NotReversible));
    let back = account.reverse(&adjusted, &origin(), NOW).unwrap();
    assert_eq!(
        (back.kind, back.used_delta, back.reverses),
        (EntryKind::Reverse, Units(20), Some(3))
    );
    assert_eq!(account.reverse(&back, &origin(), NOW), Err(LedgerRejection::NotReversible));
    account.reverse(&confirmed, &origin(), NOW).unwrap();
    assert_eq!(totals(&account), (0, 0));
    assert_eq!(
        account.reverse(&confirmed, &origin(), NOW),
        Err(LedgerRejection::BelowZero { used: Units(0) })
    );
    let mut other = Account { period_start: Time(86_400_000_000), ..with(100, 0) };
    assert_eq!(other.reverse(&confirmed, &origin(), NOW), Err(LedgerRejection::NotReversible));
}

#[test]
fn the_time_of_an_entry_never_runs_back() {
    let mut account = account();
    account.reserve(Units(1), limit(9), &origin(), Time(500)).unwrap();
    assert_eq!(account.reserve(Units(1), limit(9), &origin(), Time(400)).unwrap().at, Time(500));
    assert_eq!(account.reserve(Units(1), limit(9), &origin(), Time(501)).unwrap().at, Time(501));
}
