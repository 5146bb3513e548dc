//! Ways round the guards that were found by trying: other keys of a row, other limits, other accounts, pragmas.

use super::Attack;
use super::forge::reserve;
use crate::world::Backend;

/// A new account of acme's meter `emails`, which has no periods.
const SECOND_ACCOUNT: &str = "insert into accounts (tenant_id, meter, period_start, used, reserved, sequence, last_at, last_hash) \
    values ('acme', 'emails', 86400000000, 0, 0, 0, 0, {zero});";

pub(super) fn attacks() -> Vec<Attack> {
    let mut attacks = vec![
        Attack::new("a second account has the limit again", SECOND_ACCOUNT),
        Attack::new(
            "a reserve brings its own limit",
            reserve().with("limit_units", "1000000000000").sql(),
        ),
        Attack::new(
            "a reserve names a limit that is to come",
            reserve().with("limit_version", "99").sql(),
        ),
        Attack::new(
            "a reserve is judged by the limit before",
            reserve().with("limit_version", "1").with("limit_units", "5000").sql(),
        ),
        Attack::new("a tenant is deleted", "delete from tenants where id = 'other';"),
        Attack::new("the operators are deleted", "delete from operators;"),
        Attack::new("an operator gets another name", "update operators set name = 'boss';"),
    ];
    attacks.extend(
        sqlite().into_iter().map(|(name, sql)| Attack::new(name, sql).only(Backend::Sqlite)),
    );
    attacks
}

fn sqlite() -> Vec<(&'static str, String)> {
    // What a pragma turns off stays off, so these come last.
    let unchecked = |sql: String| format!("pragma ignore_check_constraints = on; {sql}");
    vec![
        (
            "a job is replaced by its row",
            "update or replace jobs set rowid = (select rowid from jobs where id = {dead}) where id = {succeeded};".into(),
        ),
        (
            "a payload is replaced by its row",
            "update or replace payloads set body = null, rowid = (select rowid from payloads where job_id = {dead}) \
             where job_id = {succeeded};"
                .into(),
        ),
        (
            "a target is replaced by one of the next version",
            "insert or replace into override_targets select override_id, kind, tenant_id, target, version + 1 \
             from override_targets where kind = 'set_limit';"
                .into(),
        ),
        (
            "a key is replaced by another of its job",
            "insert or replace into idempotency_keys select tenant_id, 'newer', fingerprint, request, job_id, created_at \
             from idempotency_keys where job_id = {dead};"
                .into(),
        ),
        (
            "a reserve gives units back, unchecked",
            unchecked(
                reserve()
                    .with("units", "0")
                    .with("reserved_delta", "0")
                    .with("reserved", "l.reserved")
                    .with("used_delta", "-7")
                    .with("used", "l.used - 7")
                    .sql(),
            ),
        ),
        (
            "an entry of no kind gives units back, unchecked",
            unchecked(
                reserve()
                    .with("kind", "'free'")
                    .with("reserved_delta", "0")
                    .with("reserved", "l.reserved")
                    .with("used_delta", "-7")
                    .with("used", "l.used - 7")
                    .sql(),
            ),
        ),
        ("a job is in no state, unchecked", unchecked("update jobs set state = 'bogus' where id = {queued};".into())),
    ]
}
