//! The hash of an entry stands for every one of its fields.

use onceover_domain::chain::Hash;
use onceover_domain::id::{JobId, Meter, OverrideId, TenantId};
use onceover_domain::ledger::{Entry, EntryKind};
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use uuid::Uuid;

use crate::sample::{account, reserve};

#[test]
fn an_entry_with_any_field_changed_has_another_hash() {
    let entry = Entry {
        settles: Some(1),
        reverses: Some(1),
        ..reserve(&mut account(), 100, 1_000).unwrap()
    };
    type Edit = fn(&mut Entry);
    let changes: Vec<(&str, Edit)> = vec![
        ("tenant", |e| e.tenant = TenantId::stored("acm".into())),
        ("meter", |e| e.meter = Meter::stored("email".into())),
        ("period_start", |e| e.period_start = Time(1)),
        ("sequence", |e| e.sequence += 1),
        ("kind", |e| e.kind = EntryKind::Cancel),
        ("units", |e| e.units = Units(101)),
        ("used_delta", |e| e.used_delta = Units(1)),
        ("reserved_delta", |e| e.reserved_delta = Units(99)),
        ("used", |e| e.used = Units(1)),
        ("reserved", |e| e.reserved = Units(99)),
        ("job", |e| e.job = Some(JobId(Uuid::from_u128(2)))),
        ("no job", |e| e.job = None),
        ("attempt", |e| e.attempt = Some(3)),
        ("no attempt", |e| e.attempt = None),
        ("settles", |e| e.settles = Some(2)),
        ("settles nothing", |e| e.settles = None),
        ("reverses", |e| e.reverses = Some(2)),
        ("reverses nothing", |e| e.reverses = None),
        ("limit", |e| e.limit = Some(Units(999))),
        ("no limit", |e| e.limit = None),
        ("limit version", |e| e.limit_version = Some(2)),
        ("no limit version", |e| e.limit_version = None),
        ("overage", |e| e.overage = true),
        ("actor", |e| e.actor = "w2".into()),
        ("reason", |e| e.reason = Some("becaus".into())),
        ("no reason", |e| e.reason = None),
        ("reason code", |e| e.reason_code = Some("refun".into())),
        ("no reason code", |e| e.reason_code = None),
        ("override", |e| e.override_id = Some(OverrideId(Uuid::from_u128(4)))),
        ("no override", |e| e.override_id = None),
        ("at", |e| e.at = Time(e.at.0 + 1)),
        ("previous hash", |e| e.previous_hash = Hash::of(b"x")),
    ];
    let mut seen = vec![("unchanged", entry.computed_hash())];
    for (field, change) in changes {
        let mut changed = entry.clone();
        change(&mut changed);
        let hash = changed.computed_hash();
        for (other, known) in &seen {
            assert_ne!(hash, *known, "{field} and {other}");
        }
        seen.push((field, hash));
    }
}

#[test]
fn each_entry_carries_the_hash_of_the_one_before() {
    let mut account = account();
    assert_eq!(account.hash, Hash::ZERO);
    let mut previous = Hash::ZERO;
    for sequence in 1..=5 {
        let entry = reserve(&mut account, 1, 10).unwrap();
        assert_eq!((entry.sequence, entry.previous_hash), (sequence, previous));
        assert_eq!(entry.hash, entry.computed_hash());
        assert_eq!((account.sequence, account.hash), (sequence, entry.hash));
        previous = entry.hash;
    }
}
