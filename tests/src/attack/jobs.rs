//! Jobs: final is final, what runs is not deleted, a dead letter leaves by override alone.

use super::Attack;
use super::forge;
use crate::world::Backend;

/// A change of the dead letter to a state, with what the checks of the row ask for.
fn leave(job: &str, set: &str) -> String {
    format!("update jobs set version = version + 1, {set} where id = {{{job}}};")
}

const REQUEUE: &str = "state = 'queued', failures = 0, generation = generation + 1";

pub(super) fn attacks() -> Vec<Attack> {
    let mut attacks = vec![];
    let mut attack = |name: &str, sql: String| attacks.push(Attack::new(name, sql));
    for job in ["succeeded", "cancelled"] {
        for state in ["queued", "failed", "dead_letter"] {
            attack(
                &format!("a {job} job becomes {state}"),
                leave(job, &format!("state = '{state}', finished_at = null")),
            );
        }
    }
    attack("a succeeded job becomes cancelled", leave("succeeded", "state = 'cancelled'"));
    attack("a cancelled job becomes succeeded", leave("cancelled", "state = 'succeeded'"));
    for job in ["queued", "running", "failed", "dead", "again"] {
        attack(
            &format!("a {job} job is deleted"),
            format!("delete from jobs where id = {{{job}}};"),
        );
    }
    attack("all jobs are deleted", "delete from jobs;".into());
    for table in ["idempotency_keys", "attempts", "payloads"] {
        attack(
            &format!("{table} of a dead letter are deleted"),
            format!("delete from {table} where job_id = {{dead}};"),
        );
    }

    attack("a dead letter is requeued without an override", leave("dead", REQUEUE));
    attack(
        "a dead letter is requeued in the same generation",
        leave("dead", "state = 'queued', failures = 0"),
    );
    attack("a dead letter fails again", leave("dead", "state = 'failed'"));
    attack(
        "a dead letter is discarded without an override",
        leave("dead", "state = 'cancelled', finished_at = 1"),
    );
    attack(
        "a dead letter succeeds without an override",
        leave("dead", "state = 'succeeded', finished_at = 1"),
    );
    attack(
        "a dead letter gets another payload revision",
        leave("dead", "payload_revision = payload_revision + 1"),
    );
    attack("a dead letter gets another generation", leave("dead", "generation = generation + 1"));
    attack("the override of an earlier generation is used", leave("again", REQUEUE));
    attack(
        "a dead letter goes back to the generation of a used override",
        leave("again", "generation = 1"),
    );
    attack(
        "the override of a requeue discards",
        leave("again", "state = 'cancelled', finished_at = 1"),
    );
    attack(
        "the override of another job is stretched to a dead letter",
        format!(
            "{} {}",
            forge::target().with("override_id", "{done}").sql(),
            leave("dead", REQUEUE)
        ),
    );
    attack(
        "a used override is stretched to another generation of its job",
        format!(
            "{} {}",
            forge::target()
                .with("override_id", "{done}")
                .with("target", "{again as text}")
                .with("version", "2")
                .sql(),
            leave("again", REQUEUE)
        ),
    );
    attack(
        "a waiting job goes back to the generation of a used override",
        leave("requeued", "generation = 1"),
    );
    attack("a waiting job gets another generation", leave("queued", "generation = 2"));
    attack("a waiting job gets another payload revision", leave("queued", "payload_revision = 2"));

    for (name, state, more) in [
        ("running", "'running'", ""),
        ("a dead letter", "'dead_letter'", ""),
        ("failed", "'failed'", ""),
    ] {
        let born = forge::job().with("state", state).sql() + more;
        attack(&format!("a job is born {name}"), born);
    }
    attack(
        "a job is born succeeded",
        forge::job().with("state", "'succeeded'").with("finished_at", "1").sql(),
    );
    attack("a job is born in generation 2", forge::job().with("generation", "2").sql());
    attack("a job is born after an attempt", forge::job().with("attempt", "1").sql());
    attack("a job is born edited", forge::job().with("payload_revision", "2").sql());
    attack("a job takes the id of another", forge::job().with("id", "{queued}").sql());
    attack(
        "a job of another tenant takes the id of a job",
        forge::job().with("id", "{queued}").with("tenant_id", "'other'").sql(),
    );

    for (what, set) in [
        ("tenant", "tenant_id = 'other'"),
        ("id", "id = {fresh}"),
        ("kind", "kind = 'other'"),
        ("meter", "meter = 'other'"),
        ("units", "units = 1"),
        ("meter and units", "meter = null, units = null"),
        ("key", "idempotency_key = 'other'"),
        ("date of birth", "created_at = created_at + 1"),
    ] {
        attack(&format!("a job gets another {what}"), leave("queued", set));
        attack(&format!("a dead letter gets another {what}"), leave("dead", set));
    }
    attack(
        "a running job loses its lease",
        leave(
            "running",
            "lease_token = null, lease_worker = null, lease_started_at = null, lease_expires_at = null",
        ),
    );
    attack("a job runs without a lease", leave("queued", "state = 'running'"));
    attack("a job is final without a date", leave("queued", "state = 'cancelled'"));
    attack("a job is in a state that there is not", leave("queued", "state = 'paused'"));
    attacks.push(
        Attack::new(
            "a job is replaced",
            forge::job()
                .with("id", "{dead}")
                .sql()
                .replace("insert into", "insert or replace into"),
        )
        .only(Backend::Sqlite),
    );
    attacks
}

pub(super) fn controls() -> Vec<Attack> {
    let leave_by = |override_id: &str| {
        format!(
            "{} {}",
            forge::target().with("override_id", override_id).sql(),
            leave("dead", REQUEUE)
        )
    };
    vec![
        Attack::new("a new job", forge::job().sql()),
        Attack::new("a cancel", leave("queued", "state = 'cancelled', finished_at = 1")),
        Attack::new("a final job is pruned", "delete from jobs where id = {succeeded};"),
        Attack::new(
            "a dead letter is requeued by its own override",
            format!(
                "{} {} {}",
                forge::vote().sql(),
                forge::vote().with("kind", "'executed'").with("hash", "{zero}").sql(),
                leave_by("{pending}")
            ),
        ),
    ]
}
