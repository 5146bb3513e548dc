//! Random sequences of postings: whatever is asked, the totals are the sums of the deltas and nothing is made or lost.

use std::collections::BTreeMap;

use onceover_domain::chain::Hash;
use onceover_domain::job::Hold;
use onceover_domain::ledger::{Entry, EntryKind};
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use proptest::prelude::*;

use crate::sample::{account, hold, limit, origin};

#[derive(Debug, Clone)]
enum Ask {
    Reserve(i64),
    Confirm(usize, Option<i64>, bool),
    Cancel(usize),
    Adjust(i64),
    Reverse(usize),
}

fn units() -> impl Strategy<Value = i64> {
    prop_oneof![8 => -20_i64..200, 1 => Just(i64::MAX), 1 => Just(i64::MIN), 1 => any::<i64>()]
}

fn ask() -> impl Strategy<Value = Ask> {
    prop_oneof![
        4 => units().prop_map(Ask::Reserve),
        3 => (any::<usize>(), proptest::option::of(units()), any::<bool>()).prop_map(|(i, u, o)| Ask::Confirm(i, u, o)),
        2 => any::<usize>().prop_map(Ask::Cancel),
        1 => units().prop_map(Ask::Adjust),
        1 => any::<usize>().prop_map(Ask::Reverse),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn totals_are_the_sums_of_the_deltas_and_never_negative(
        asks in proptest::collection::vec((ask(), 0_i64..3), 1..80),
        under in prop_oneof![Just(500_i64), Just(i64::MAX)],
    ) {
        let mut account = account();
        let mut holds: Vec<Hold> = vec![];
        let mut entries: Vec<Entry> = vec![];
        let mut reversed: BTreeMap<i64, i64> = BTreeMap::new();
        let mut now = Time(10);
        for (ask, tick) in asks {
            now = Time(now.0 + tick - 1);
            let before = account.clone();
            let answer = match ask {
                Ask::Reserve(units) => account.reserve(Units(units), limit(under), &origin(), now),
                Ask::Confirm(index, units, overage) if !holds.is_empty() => {
                    let held = holds[index % holds.len()].clone();
                    account.confirm(&held, units.map(Units), overage, &origin(), now)
                }
                Ask::Cancel(index) if !holds.is_empty() => {
                    let held = holds[index % holds.len()].clone();
                    account.cancel(&held, &origin(), now)
                }
                Ask::Adjust(units) => account.adjust(Units(units), &origin(), now),
                Ask::Reverse(index) if !entries.is_empty() => {
                    let target = &entries[index % entries.len()];
                    // "Once" is held by a unique index; a second try does not come this far.
                    if reversed.contains_key(&target.sequence) { continue }
                    account.reverse(target, &origin(), now)
                }
                Ask::Confirm(..) | Ask::Cancel(_) | Ask::Reverse(_) => continue,
            };
            let Ok(entry) = answer else {
                prop_assert_eq!(&account, &before, "a refusal changes nothing");
                continue;
            };
            match entry.kind {
                EntryKind::Reserve => {
                    prop_assert!(entry.used.0.checked_add(entry.reserved.0).is_some_and(|sum| sum <= under));
                    holds.push(hold(&entry));
                }
                EntryKind::Confirm | EntryKind::Cancel => holds.retain(|hold| Some(hold.sequence) != entry.settles),
                EntryKind::Reverse => { reversed.insert(entry.reverses.unwrap(), entry.sequence); }
                EntryKind::Adjust => {}
            }
            prop_assert_eq!(entry.computed_hash(), entry.hash);
            prop_assert_eq!(entry.previous_hash, entries.last().map_or(Hash::ZERO, |last| last.hash));
            prop_assert!(entries.last().is_none_or(|last| last.at <= entry.at));
            entries.push(entry);

            let sum = |delta: fn(&Entry) -> Units| entries.iter().map(|entry| i128::from(delta(entry).0)).sum::<i128>();
            prop_assert_eq!(i128::from(account.used.0), sum(|entry| entry.used_delta));
            prop_assert_eq!(i128::from(account.reserved.0), sum(|entry| entry.reserved_delta));
            prop_assert_eq!(i128::from(account.reserved.0), holds.iter().map(|hold| i128::from(hold.units.0)).sum::<i128>());
            prop_assert!(!account.used.is_negative() && !account.reserved.is_negative());
            prop_assert_eq!(usize::try_from(account.sequence).unwrap(), entries.len());
        }
    }
}
