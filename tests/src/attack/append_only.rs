//! What is written stays: updates, deletes, emptying, and inserts that replace.

use super::Attack;
use crate::world::Backend;

/// Tables whose rows never change: a column to change and what to, and whether rows may be deleted one day (by retention).
const KEPT: [(&str, &str, bool); 13] = [
    ("entries", "actor = 'attacker'", false),
    ("limits", "units = 4242", false),
    ("meters", "overage = {yes}", false),
    ("accounts", "used = 4242", false),
    ("open_reservations", "units = 4242", false),
    ("overrides", "approvals_needed = 0, reason = 'nothing happened'", false),
    ("override_events", "operator = 'second'", false),
    ("override_targets", "version = 4242", false),
    ("audit", "actor = 'somebody else'", false),
    ("submissions", "outcome = 'replayed', code = 'x'", true),
    ("attempts", "outcome = 'succeeded', worker = 'x'", true),
    ("idempotency_keys", "job_id = {cancelled}", true),
    ("payloads", "body = '{}'", true),
];

pub(super) fn attacks() -> Vec<Attack> {
    let mut attacks = vec![];
    for (table, change, pruned) in KEPT {
        attacks.push(Attack::new(
            format!("rows of {table} are changed"),
            format!("update {table} set {change};"),
        ));
        if !pruned {
            attacks.push(Attack::new(
                format!("rows of {table} are deleted"),
                format!("delete from {table};"),
            ));
        }
        attacks.push(
            Attack::new(format!("{table} are emptied"), format!("truncate {table} cascade;"))
                .only(Backend::Postgres),
        );
    }
    attacks.push(Attack::new("jobs are emptied", "truncate jobs cascade;").only(Backend::Postgres));
    for (table, change) in KEPT
        .map(|(table, change, _)| (table, change))
        .into_iter()
        .chain([("jobs", "version = 99, state = 'queued'")])
    {
        attacks.push(
            Attack::new(
                format!("{table} are replaced"),
                format!("insert or replace into {table} select * from {table};"),
            )
            .only(Backend::Sqlite),
        );
        attacks.push(
            Attack::new(
                format!("{table} are replaced one by one"),
                format!("replace into {table} select * from {table} order by random() limit 1;"),
            )
            .only(Backend::Sqlite),
        );
        attacks.push(
            Attack::new(
                format!("{table} are written over"),
                format!("insert into {table} select * from {table} where true on conflict do update set {change};"),
            )
            .only(Backend::Sqlite),
        );
        attacks.push(
            Attack::new(
                format!("{table} are written over"),
                format!("insert into {table} select * from {table} on conflict on constraint {table}_pkey do update set {change};"),
            )
            .only(Backend::Postgres),
        );
        attacks.push(
            Attack::new(
                format!("{table} are updated or replaced"),
                format!("update or replace {table} set {change};"),
            )
            .only(Backend::Sqlite),
        );
    }
    attacks.push(Attack::new(
        "a payload gets other bytes and their hash",
        "update payloads set body = '1', hash = {hash};",
    ));
    attacks.push(Attack::new(
        "a payload is moved to another job",
        "update payloads set body = null, revision = revision + 1;",
    ));
    attacks
}
