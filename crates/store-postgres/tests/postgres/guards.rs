//! The guards hold against the owner of the tables with plain statements of any kind.

use onceover_domain::overrides::OverrideKind;
use onceover_store::Store;
use sqlx::PgConnection;

use crate::database::{Database, number, run};
use crate::fixture;

/// A database with a row in every guarded table.
async fn filled() -> Database {
    let database = Database::new().await;
    let store = database.store().await;
    fixture::set_up(&store).await;
    let mut transaction = store.write().await.unwrap();
    let job = fixture::submit(transaction.as_mut(), "order-42").await;
    let job = fixture::bury(transaction.as_mut(), job).await;
    fixture::execute(transaction.as_mut(), OverrideKind::ReleaseHold, &job.id.to_string(), 1).await;
    transaction.commit().await.unwrap();
    store.close().await;
    database
}

/// Plain, and in the part of a replica, where ordinary triggers are silent.
async fn is_refused(raw: &mut PgConnection, sql: &str) {
    for role in ["origin", "replica"] {
        run(raw, &format!("set session_replication_role = {role}")).await.unwrap();
        let code = match run(raw, sql).await {
            Ok(rows) => panic!("as {role}, {rows} rows: {sql}"),
            Err(error) => error.as_database_error().unwrap().code().unwrap().into_owned(),
        };
        assert!(code == "P0001" || code.starts_with("23"), "as {role}, {code}: {sql}");
    }
    run(raw, "set session_replication_role = origin").await.unwrap();
}

const GUARDED: [&str; 14] = [
    "jobs",
    "payloads",
    "attempts",
    "idempotency_keys",
    "submissions",
    "meters",
    "limits",
    "accounts",
    "entries",
    "open_reservations",
    "overrides",
    "override_events",
    "override_targets",
    "audit",
];

#[tokio::test]
async fn no_guarded_table_is_ever_emptied() {
    let database = filled().await;
    let mut raw = database.raw().await;
    for table in GUARDED {
        assert!(number(&mut raw, &format!("select count(*) from {table}")).await > 0, "{table}");
        is_refused(&mut raw, &format!("truncate {table} cascade")).await;
    }
    is_refused(&mut raw, "truncate tenants cascade").await;
}

#[tokio::test]
async fn history_is_not_changed_by_any_kind_of_update() {
    let database = filled().await;
    let mut raw = database.raw().await;
    for (table, key, column) in [
        ("idempotency_keys", "tenant_id, key", "request"),
        ("attempts", "tenant_id, job_id, number", "worker"),
        ("submissions", "tenant_id, id", "sender"),
        ("limits", "tenant_id, meter, version", "set_by"),
        ("entries", "tenant_id, meter, period_start, sequence", "actor"),
        ("overrides", "id", "reason"),
        ("override_events", "override_id, sequence", "reason"),
        ("override_targets", "override_id, tenant_id, target", "kind"),
        ("audit", "sequence", "actor"),
        ("payloads", "tenant_id, job_id, revision", "body"),
    ] {
        is_refused(&mut raw, &format!("update {table} set {column} = 'forged'")).await;
        is_refused(
            &mut raw,
            &format!("insert into {table} select * from {table} on conflict ({key}) do update set {column} = 'forged'"),
        )
        .await;
        is_refused(
            &mut raw,
            &format!(
                "merge into {table} using (select 1) as one on true when matched then update set {column} = 'forged'"
            ),
        )
        .await;
    }
    for column in ["units", "sequence", "attempt"] {
        is_refused(&mut raw, &format!("update open_reservations set {column} = 99")).await;
    }
    is_refused(&mut raw, "update meters set scale = 2").await;
}

#[tokio::test]
async fn the_ledger_and_the_audit_are_never_deleted_from() {
    let database = filled().await;
    let mut raw = database.raw().await;
    for table in
        ["jobs", "limits", "meters", "accounts", "entries", "open_reservations", "overrides"]
    {
        is_refused(&mut raw, &format!("delete from {table}")).await;
        is_refused(
            &mut raw,
            &format!("merge into {table} using (select 1) as one on true when matched then delete"),
        )
        .await;
    }
    for table in ["override_events", "override_targets", "audit"] {
        is_refused(&mut raw, &format!("delete from {table}")).await;
    }
}

#[tokio::test]
async fn a_job_does_not_leave_dead_letter_or_change_its_identity_by_hand() {
    let database = filled().await;
    let mut raw = database.raw().await;
    for change in [
        "state = 'queued', generation = 2",
        "state = 'cancelled', finished_at = 1",
        "state = 'succeeded', finished_at = 1",
        "generation = 2",
        "payload_revision = 2",
        "units = 1",
        "idempotency_key = null",
        "kind = 'other'",
        "tenant_id = 'other'",
        "id = gen_random_uuid()",
    ] {
        is_refused(&mut raw, &format!("update jobs set {change}")).await;
        is_refused(
            &mut raw,
            &format!("insert into jobs select * from jobs on conflict (id) do update set {change}"),
        )
        .await;
    }
    // Born where the guard would have to be passed.
    let born =
        "create temporary table born as select * from jobs; update born set id = gen_random_uuid()";
    run(&mut raw, born).await.unwrap();
    is_refused(&mut raw, "insert into jobs select * from born").await;
}

#[tokio::test]
async fn totals_and_reservations_are_made_by_entries_alone() {
    let database = filled().await;
    let mut raw = database.raw().await;
    for change in [
        "used = 1",
        "reserved = 0",
        "sequence = 0",
        "last_at = 0",
        "last_hash = decode(repeat('00', 32), 'hex')",
        "period_start = 5",
    ] {
        is_refused(&mut raw, &format!("update accounts set {change}")).await;
    }
    is_refused(
        &mut raw,
        "insert into accounts select tenant_id, meter, 9, 50, 0, 0, 0, last_hash from accounts",
    )
    .await;
    is_refused(
        &mut raw,
        "insert into open_reservations values ('acme', gen_random_uuid(), 'emails', 0, 1, 7, null)",
    )
    .await;
    let forged = |kind: &str,
                  sequence: i64,
                  units: i64,
                  used: i64,
                  reserved: i64,
                  settles: &str| {
        format!(
            "insert into entries select tenant_id, meter, period_start, {sequence}, '{kind}', {units},
                {used} - used, {reserved} - reserved, {used}, {reserved}, job_id, attempt, {settles}, null,
                case when '{kind}' = 'reserve' then limit_units end, case when '{kind}' = 'reserve' then limit_version end,
                false, actor, null, null, case when '{kind}' = 'adjust' then gen_random_uuid() end, at, hash, hash
            from entries where sequence = 1"
        )
    };
    // A gap, a second reservation of the job, a settlement of another size, a correction without an override.
    is_refused(&mut raw, &forged("reserve", 3, 7, 0, 14, "null")).await;
    is_refused(&mut raw, &forged("reserve", 2, 7, 0, 14, "null")).await;
    is_refused(&mut raw, &forged("cancel", 2, 5, 0, 2, "1")).await;
    is_refused(&mut raw, &forged("adjust", 2, 50, 50, 7, "null")).await;
    assert_eq!(number(&mut raw, "select count(*) from entries").await, 1);
    // The settlement that fits is taken, and closes the reservation.
    run(&mut raw, &forged("cancel", 2, 7, 0, 0, "1")).await.unwrap();
    assert_eq!(number(&mut raw, "select count(*) from open_reservations").await, 0);
    is_refused(
        &mut raw,
        "insert into open_reservations select tenant_id, job_id, meter, period_start, sequence, units, null
            from entries where kind = 'reserve'",
    )
    .await;
}

#[tokio::test]
async fn rows_that_are_copied_in_meet_the_same_guards() {
    let database = filled().await;
    let mut raw = database.raw().await;
    let zeros = "00".repeat(32);
    for row in [
        format!(
            "acme\temails\t0\t3\tadjust\t9\t9\t0\t9\t7\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\tf\tx\t\\N\t\\N\t{}\t1\t\\\\x{zeros}\t\\\\x{zeros}",
            uuid::Uuid::nil()
        ),
        format!(
            "acme\temails\t0\t2\tadjust\t9\t9\t0\t9\t7\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\tf\tx\t\\N\t\\N\t{}\t1\t\\\\x{zeros}\t\\\\x{zeros}",
            uuid::Uuid::nil()
        ),
    ] {
        let mut copy = raw.copy_in_raw("copy entries from stdin").await.unwrap();
        copy.send(row.as_bytes()).await.unwrap();
        let refused = copy.finish().await.unwrap_err();
        let code = refused
            .as_database_error()
            .and_then(|error| error.code())
            .map(|code| code.into_owned());
        assert_eq!(code.as_deref(), Some("P0001"), "{refused}");
    }
}

#[tokio::test]
async fn a_temporary_table_does_not_answer_for_the_real_one() {
    let database = filled().await;
    let mut raw = database.raw().await;
    let shadow = "create temporary table override_targets (like override_targets);
        insert into override_targets select override_id, 'requeue', tenant_id, target, version from public.override_targets;
        create temporary table entries (like entries)";
    run(&mut raw, shadow).await.unwrap();
    is_refused(&mut raw, "update jobs set state = 'queued', generation = 2").await;
    is_refused(&mut raw, "delete from open_reservations").await;
}

#[tokio::test]
async fn with_its_override_a_job_leaves_dead_letter_once() {
    let database = filled().await;
    let store = database.store().await;
    let mut raw = database.raw().await;
    let id: uuid::Uuid =
        sqlx::query_scalar("select id from jobs").fetch_one(&mut raw).await.unwrap();
    let mut transaction = store.write().await.unwrap();
    fixture::execute(transaction.as_mut(), OverrideKind::Requeue, &id.to_string(), 1).await;
    transaction.commit().await.unwrap();
    is_refused(&mut raw, "update jobs set state = 'queued', generation = 3").await;
    assert_eq!(run(&mut raw, "update jobs set state = 'queued', generation = 2").await.unwrap(), 1);
    // Waiting again, it does not go back to where its override could be used once more.
    is_refused(&mut raw, "update jobs set generation = 1").await;
    let stretched = "insert into override_targets
        select override_id, kind, tenant_id, gen_random_uuid()::text, 1 from override_targets where kind = 'requeue'";
    is_refused(&mut raw, stretched).await;
}
