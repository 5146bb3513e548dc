//! The whole table: every thing that may be stored, under every policy, against the same and another request.

use super::*;

const NOW: Time = Time(1_000_000);
const ENDS: [Option<Time>; 4] = [None, Some(Time(1_000_001)), Some(NOW), Some(Time(0))];
const POLICIES: [OnExpired; 2] = [OnExpired::Reuse, OnExpired::Reject];

fn request(amount: u8) -> Request {
    Request::new("invoice.charge", &format!("{{\"amount\":{amount}}}")).unwrap()
}

fn older(print: Fingerprint) -> Fingerprint {
    let mut bytes = [7; 33];
    bytes[0] = print.version() - 1;
    Fingerprint::from_slice(&bytes).unwrap()
}

#[test]
fn a_key_with_nothing_stored_creates_under_every_policy() {
    for policy in POLICIES {
        assert_eq!(verdict::<u8>(Stored::Nothing, &request(1), policy, NOW), Verdict::Create);
    }
}

#[test]
fn a_key_whose_transaction_still_runs_is_in_progress_under_every_policy() {
    for policy in POLICIES {
        assert_eq!(
            verdict::<u8>(Stored::Uncommitted, &request(1), policy, NOW),
            Verdict::InProgress
        );
    }
}

#[test]
fn every_combination_of_what_is_kept_has_its_answer() {
    let first = request(1);
    let text = first.request_text();
    let sent = Sent { request_text: &text, payload: first.payload() };
    for fingerprint in [first.fingerprint(), older(first.fingerprint())] {
        for sent in [Some(sent), None] {
            for expires_at in ENDS {
                for policy in POLICIES {
                    for amount in [1, 2] {
                        let kept = Kept { job: 42, fingerprint, sent, expires_at };
                        let given = verdict(Stored::Kept(kept), &request(amount), policy, NOW);
                        let current = fingerprint == first.fingerprint();
                        let expected =
                            expected(expires_at, policy, amount == 1, current, sent.is_some());
                        assert_eq!(given, expected, "{kept:?} {policy:?} amount {amount}");
                    }
                }
            }
        }
    }
}

/// The same rules said the other way round: first what is answered, then when.
fn expected(
    end: Option<Time>,
    policy: OnExpired,
    same: bool,
    current: bool,
    readable: bool,
) -> Verdict<u8> {
    let over = matches!(end, Some(end) if end.0 <= NOW.0);
    match (over, policy, same) {
        (true, OnExpired::Reuse, _) => Verdict::CreateAnew { archived: 42 },
        (true, OnExpired::Reject, _) => Verdict::Expired { job: 42 },
        (false, _, true) if current || readable => Verdict::Replay { job: 42 },
        (false, _, false) if readable => {
            Verdict::Mismatch { job: 42, paths: vec!["$.payload.amount".into()] }
        }
        (false, ..) => Verdict::Mismatch { job: 42, paths: vec![] },
    }
}

#[test]
fn each_refusal_has_a_stable_code_and_what_is_accepted_has_none() {
    let table: [(Verdict<u8>, Option<&str>); 6] = [
        (Verdict::Create, None),
        (Verdict::CreateAnew { archived: 1 }, None),
        (Verdict::Replay { job: 1 }, None),
        (Verdict::Mismatch { job: 1, paths: vec![] }, Some("idempotency_key_reused")),
        (Verdict::Expired { job: 1 }, Some("idempotency_key_expired")),
        (Verdict::InProgress, Some("idempotency_in_progress")),
    ];
    for (verdict, code) in table {
        assert_eq!(verdict.code(), code, "{verdict:?}");
    }
}

#[test]
fn retention_runs_only_from_the_moment_a_job_is_final_and_settled() {
    let second = Retention::For(Duration::from_secs(1));
    assert_eq!(second.expires_at(None), None);
    assert_eq!(second.expires_at(Some(Time(5))), Some(Time(1_000_005)));
    assert_eq!(Retention::Forever.expires_at(Some(Time(5))), None);
    assert_eq!(Retention::For(Duration::MAX).expires_at(Some(Time(5))), Some(Time::LAST));
}

#[test]
fn a_changed_retention_applies_to_keys_that_have_not_expired_and_revives_none() {
    let settled = Some(Time(0));
    for over in [Some(NOW), Some(Time(3))] {
        assert_eq!(Retention::Forever.changed(over, settled, NOW), over);
    }
    for open in [None, Some(Time(NOW.0 + 1))] {
        assert_eq!(Retention::Forever.changed(open, settled, NOW), None);
        assert_eq!(
            Retention::For(Duration::from_secs(9)).changed(open, settled, NOW),
            Some(Time(9_000_000))
        );
        assert_eq!(Retention::For(Duration::from_secs(9)).changed(open, None, NOW), None);
    }
}
