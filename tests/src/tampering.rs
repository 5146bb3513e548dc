//! History changed behind the guards: on a copy without triggers, constraints and unique indexes a row is changed with plain
//! SQL, and `verify` names it.
#![expect(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

use onceover_store::Clock;

use crate::attack::{Content, forged};
use crate::world::{Backend, Raw, World};

/// A fault, the check that finds it and what its line names.
struct Fault {
    sql: String,
    check: &'static str,
    names: &'static str,
}

fn fault(check: &'static str, names: &'static str, sql: impl Into<String>) -> Fault {
    Fault { sql: sql.into(), check, names }
}

fn faults() -> Vec<Fault> {
    let third = "where tenant_id = 'acme' and sequence = 3;";
    let charged = "where tenant_id = 'acme' and kind = 'confirm';";
    vec![
        fault(
            "totals_are_sums_of_deltas",
            "acme/emails",
            "update accounts set used = used + 1 where tenant_id = 'acme';",
        ),
        fault(
            "running_totals_chain",
            "acme/emails/0/3",
            format!("update entries set used = used + 1 {third}"),
        ),
        fault("sequence_has_no_gap", "acme/emails/0/4", format!("delete from entries {third}")),
        fault(
            "deltas_fit_their_kind",
            "acme/emails/0/3",
            format!("update entries set used_delta = -7 {third}"),
        ),
        fault(
            "limits_agree",
            "acme/emails/2",
            "update limits set units = units + 1 where tenant_id = 'acme' and version = 2;",
        ),
        fault(
            "limits_agree",
            "acme/emails/2",
            "delete from limits where tenant_id = 'acme' and version = 2;",
        ),
        fault("one_settlement_per_reservation", "acme/emails", forged::second_confirm()),
        fault("one_confirm_per_job", "{succeeded as text}", forged::second_confirm()),
        fault(
            "settlement_follows_its_reserve",
            "acme/emails/0",
            format!("update entries set job_id = {{fresh}} {charged}"),
        ),
        fault(
            "reserve_within_its_limit",
            "acme/emails/0/3",
            format!("update entries set limit_units = 1 {third}"),
        ),
        fault(
            "confirm_within_its_reservation",
            "acme/emails/0",
            format!("update entries set units = 101, used_delta = 101 {charged}"),
        ),
        fault("reverse_negates_its_target", "acme/emails", forged::wrong_reverse()),
        fault(
            "account_hash_chain",
            "acme/emails/0/3",
            format!("update entries set actor = 'nobody' {third}"),
        ),
        fault(
            "times_never_run_back",
            "acme/emails/0/3",
            format!("update entries set at = 1 {third}"),
        ),
        fault(
            "succeeded_is_charged_once",
            "{queued as text}",
            "update jobs set state = 'succeeded' where id = {queued};",
        ),
        fault(
            "final_holds_nothing",
            "{failed as text}",
            "update jobs set state = 'cancelled' where id = {failed};",
        ),
        fault(
            "open_reservation_has_live_job",
            "{queued as text}",
            "delete from jobs where id = {queued};",
        ),
        fault(
            "reserved_is_sum_of_open",
            "acme/emails",
            "update accounts set reserved = reserved + 1 where tenant_id = 'acme';",
        ),
        fault(
            "open_reservation_has_live_job",
            "acme/emails/0/",
            "update open_reservations set units = 1 where job_id = {queued};",
        ),
        fault(
            "override_authority",
            "{again as text}",
            "update jobs set generation = 5 where id = {again};",
        ),
        fault(
            "override_authority",
            "{dead as text}",
            "update jobs set state = 'cancelled', finished_at = 1 where id = {dead};",
        ),
        fault(
            "override_authority",
            "acme/emails/2",
            "update limits set override_id = {done} where tenant_id = 'acme' and version = 2;",
        ),
        fault(
            "tenants_agree",
            "acme/dead",
            "update idempotency_keys set job_id = {foreign} where key = 'dead';",
        ),
        fault(
            "keys_point_at_their_job",
            "acme/dead",
            "update idempotency_keys set job_id = {queued} where key = 'dead';",
        ),
        fault(
            "attempts_agree",
            "{again as text}",
            "delete from attempts where job_id = {again} and number = 1;",
        ),
        fault(
            "override_hash_chain",
            "event 2",
            "update override_events set operator = 'second' where override_id = {done} and sequence = 2;",
        ),
        fault(
            "override_hash_chain",
            "override",
            "update overrides set canonical = canonical || ' ' where id = {done};",
        ),
        fault(
            "audit_hash_chain",
            "audit 2",
            "update audit set actor = 'nobody' where sequence = 2;",
        ),
    ]
}

/// Plants every fault on a copy of its own.
pub async fn every_fault_is_named(world: World) {
    let content = Content::of(&world).await;
    world.verify().await;
    let database = world.left().await;
    let mut wrong = vec![];
    for fault in faults() {
        let copy = database.copy().await;
        let mut raw = copy.raw().await;
        without_guards(&mut raw).await;
        raw.run(&content.fill(&fault.sql, copy.backend)).await.unwrap();
        raw.close().await;
        let store = copy.store(Clock::Database, Some(2)).await;
        let report = onceover_engine::verify(&mut *store.read().await.unwrap()).await.unwrap();
        store.close().await;
        let names = content.fill(fault.names, copy.backend).replace('\'', "");
        let lines = report
            .checks
            .iter()
            .find(|check| check.name == fault.check)
            .map(|check| &check.violations);
        if !lines.is_some_and(|lines| lines.iter().any(|line| line.contains(&names))) {
            wrong.push(format!("{} does not name {names}: {lines:?}; {report:?}", fault.check));
        }
        copy.remove().await;
    }
    database.remove().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

async fn without_guards(raw: &mut Raw) {
    match raw {
        Raw::Sqlite(_) => {
            raw.run("pragma ignore_check_constraints = on").await.unwrap();
            let guards = "select 'drop ' || type || ' ' || name from sqlite_schema \
                where type = 'trigger' or (type = 'index' and sql is not null)";
            for drop in raw.texts(guards).await {
                raw.run(&drop).await.unwrap();
            }
        }
        Raw::Postgres(_) => {
            let here = "connamespace = current_schema()::regnamespace";
            for guards in [
                format!("select format('alter table %s drop constraint %I', conrelid::regclass, conname) from pg_constraint where {here} and contype in ('c', 'f')"),
                "select format('drop trigger %I on %s', tgname, tgrelid::regclass) from pg_trigger where not tgisinternal".to_owned(),
                "select format('drop index %s', i.indexrelid::regclass) from pg_index as i \
                    join pg_class as c on c.oid = i.indexrelid \
                    where c.relnamespace = current_schema()::regnamespace and not i.indisprimary and i.indisunique".to_owned(),
            ] {
                for drop in raw.texts(&guards).await {
                    raw.run(&drop).await.unwrap();
                }
            }
        }
    }
}

/// Opens a world, fills it and plants.
pub async fn on(backend: Backend) {
    every_fault_is_named(World::fresh(backend).await).await;
}
