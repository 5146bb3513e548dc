//! Entries, accounts and limits: money is not made, moved or lost by hand.

use super::Attack;
use super::forge::{adjust, cancel, confirm, limit, reserve};

const RESERVE_OF_SUCCEEDED: &str =
    "(select max(sequence) from entries where job_id = {succeeded} and kind = 'reserve')";
const RESERVE_OF_RUNNING: &str =
    "(select sequence from open_reservations where job_id = {running})";
const CONFIRM_OF_SUCCEEDED: &str =
    "(select max(sequence) from entries where job_id = {succeeded} and kind = 'confirm')";
/// A meter by the day, and its account of 2 January 1970.
const NEW_ACCOUNT: &str = "insert into meters (tenant_id, name, scale, period, reserve_at, overage, created_at) \
    values ('acme', 'daily', 0, 'day', 'submit', {no}, 0); \
    insert into limits (tenant_id, meter, version, units, set_by, override_id, set_at) \
    values ('acme', 'daily', 1, 6000, 'ops', null, 0); \
    insert into accounts (tenant_id, meter, period_start, used, reserved, sequence, last_at, last_hash) \
    values ('acme', 'daily', 86400000000, 0, 0, 0, 0, {zero});";

pub(super) fn attacks() -> Vec<Attack> {
    let mut attacks = vec![];
    let mut attack = |name: &str, sql: String| attacks.push(Attack::new(name, sql));
    // The chain.
    attack("an entry leaves a gap", reserve().with("sequence", "l.sequence + 2").sql());
    attack("an entry forks the account", reserve().with("sequence", "l.sequence").sql());
    attack("an entry takes an early number", reserve().with("sequence", "1").sql());
    attack("an entry has number 0", reserve().with("sequence", "0").sql());
    attack("an entry follows another hash", reserve().with("previous_hash", "{zero}").sql());
    attack("an entry carries another used total", reserve().with("used", "l.used + 1").sql());
    attack(
        "an entry carries another reserved total",
        reserve().with("reserved", "l.reserved + 11").sql(),
    );
    attack("an entry is dated before the last one", reserve().with("at", "l.at - 1").sql());
    attack("an entry is of a kind that there is not", reserve().with("kind", "'gift'").sql());
    attack(
        "a first entry begins with a gap",
        format!("{NEW_ACCOUNT}{}", first().with("sequence", "2").sql()),
    );
    attack(
        "a first entry begins with a total",
        format!("{NEW_ACCOUNT}{}", first().with("used", "5").sql()),
    );
    // Reserves.
    attack(
        "a reserve passes its limit",
        reserve().with("limit_units", "l.used + l.reserved + 9").sql(),
    );
    attack("a reserve names no limit", reserve().with("limit_units", "null").sql());
    attack("a reserve names no limit version", reserve().with("limit_version", "null").sql());
    attack(
        "a reserve charges",
        reserve().with("used_delta", "10").with("used", "l.used + 10").sql(),
    );
    attack("a reserve holds less than nothing", {
        reserve()
            .with("units", "-10")
            .with("reserved_delta", "-10")
            .with("reserved", "l.reserved - 10")
            .sql()
    });
    attack("a reserve is for no job", reserve().with("job_id", "null").sql());
    attack("a job holds units twice", reserve().with("job_id", "{queued}").sql());
    // Settlements.
    attack("a reservation is confirmed twice", {
        format!(
            "{} {}",
            confirm().sql(),
            confirm().with("settles", RESERVE_OF_QUEUED).with("hash", "{zero}").sql()
        )
    });
    attack("a reservation is cancelled after its confirm", {
        format!(
            "{} {}",
            confirm().sql(),
            cancel().with("settles", RESERVE_OF_QUEUED).with("hash", "{zero}").sql()
        )
    });
    attack("a reservation is confirmed after its cancel", {
        format!(
            "{} {}",
            cancel().sql(),
            confirm().with("settles", RESERVE_OF_QUEUED).with("hash", "{zero}").sql()
        )
    });
    attack("a settled reservation is confirmed again", {
        confirm().with("job_id", "{succeeded}").with("settles", RESERVE_OF_SUCCEEDED).sql()
    });
    attack("a job is charged a second time", {
        let again = confirm()
            .with("job_id", "{succeeded}")
            .with("settles", RESERVE_OF_SUCCEEDED)
            .with("units", "10")
            .with("used_delta", "10")
            .with("reserved_delta", "-10")
            .with("used", "l.used + 10")
            .with("reserved", "l.reserved - 10")
            .with("hash", "{zero}");
        format!("{} {}", reserve().sql(), again.sql())
    });
    attack(
        "the reservation of another job is confirmed",
        confirm().with("settles", RESERVE_OF_RUNNING).sql(),
    );
    attack("a confirm settles no reservation", confirm().with("settles", "null").sql());
    attack("a confirm settles a confirm", confirm().with("settles", CONFIRM_OF_SUCCEEDED).sql());
    attack("a confirm settles what comes later", confirm().with("settles", "l.sequence + 5").sql());
    attack("a confirm gives back less than was held", {
        confirm()
            .with("reserved_delta", "-99")
            .with("reserved", "l.reserved - 99")
            .with("units", "99")
            .with("used_delta", "99")
            .with("used", "l.used + 99")
            .sql()
    });
    attack("a confirm gives back more than was held", {
        confirm().with("reserved_delta", "-101").with("reserved", "l.reserved - 101").sql()
    });
    attack("a confirm above the reservation has no overage flag", {
        confirm().with("units", "101").with("used_delta", "101").with("used", "l.used + 101").sql()
    });
    attack("a confirm is for less than nothing", {
        confirm().with("units", "-1").with("used_delta", "-1").with("used", "l.used - 1").sql()
    });
    attack("a cancel charges", cancel().with("used_delta", "1").with("used", "l.used + 1").sql());
    attack("a cancel gives back part", {
        cancel()
            .with("units", "99")
            .with("reserved_delta", "-99")
            .with("reserved", "l.reserved - 99")
            .sql()
    });
    // Corrections.
    attack("a correction has no override", adjust().with("override_id", "null").sql());
    attack("a correction has an override that there is not", adjust().sql());
    attack(
        "a correction has the override of a requeue",
        adjust().with("override_id", "{done}").sql(),
    );
    attack(
        "a correction has the override of a limit",
        adjust().with("override_id", "{raised}").sql(),
    );
    attack(
        "a correction has an override that waits",
        adjust().with("override_id", "{pending}").sql(),
    );
    let reverse = || {
        adjust()
            .with("kind", "'reverse'")
            .with("reverses", CONFIRM_OF_SUCCEEDED)
            .with("units", "-60")
            .with("used_delta", "-60")
            .with("used", "l.used - 60")
    };
    attack(
        "a confirm is reversed without an override",
        reverse().with("override_id", "null").sql(),
    );
    attack(
        "a confirm is reversed by the override of a requeue",
        reverse().with("override_id", "{done}").sql(),
    );
    attack(
        "a reverse names nothing",
        reverse().with("reverses", "null").with("override_id", "{done}").sql(),
    );
    // Open reservations.
    let held = "insert into open_reservations (tenant_id, job_id, meter, period_start, sequence, units, attempt) ";
    attack("a reservation is opened without a reserve", {
        format!("{held} values ('acme', {{succeeded}}, 'emails', 0, 9999, 10, null);")
    });
    attack("a reservation is opened by a reserve that was settled", {
        format!(
            "{held} select tenant_id, job_id, meter, period_start, sequence, units, null from entries \
            where kind = 'reserve' and job_id = {{succeeded}};"
        )
    });
    attack("a reservation is opened by the reserve of another job", {
        format!(
            "{held} select tenant_id, {{succeeded}}, meter, period_start, sequence, units, null from entries \
            where kind = 'reserve' and job_id = {{queued}};"
        )
    });
    attack(
        "a reservation is dropped",
        "delete from open_reservations where job_id = {queued};".into(),
    );
    // Accounts.
    attack(
        "an account gives units away",
        "update accounts set reserved = 0 where tenant_id = 'acme';".into(),
    );
    attack("an account goes back to an earlier entry", {
        "update accounts set (used, reserved, sequence, last_at, last_hash) = ( \
            select e.used, e.reserved, e.sequence, e.at, e.hash from entries as e \
            where e.tenant_id = accounts.tenant_id and e.meter = accounts.meter \
                and e.period_start = accounts.period_start and e.sequence = accounts.sequence - 1 \
        ) where tenant_id = 'acme';"
            .into()
    });
    attack(
        "an account changes hands",
        "update accounts set tenant_id = 'other', period_start = 1 where tenant_id = 'acme';"
            .into(),
    );
    attack(
        "an account begins full",
        NEW_ACCOUNT.replace("86400000000, 0, 0, 0", "86400000000, 5, 0, 0"),
    );
    attack(
        "an account begins in the middle",
        NEW_ACCOUNT.replace("86400000000, 0, 0, 0", "86400000000, 0, 0, 3"),
    );
    // Limits.
    attack("a limit changes without an override", limit().with("override_id", "null").sql());
    attack("a limit changes by the override of the last change", limit().sql());
    attack(
        "a limit changes by the override of a requeue",
        limit().with("override_id", "{done}").sql(),
    );
    attack(
        "a limit changes by an override that waits",
        limit().with("override_id", "{pending}").sql(),
    );
    attack("a limit leaves a gap", limit().with("version", "l.version + 2").sql());
    attack(
        "the first limit is set again",
        limit().with("version", "1").with("override_id", "null").sql(),
    );
    attack("a limit has version 0", limit().with("version", "0").with("override_id", "null").sql());
    attack(
        "the limit of another meter's override is taken",
        limit().with("tenant_id", "'other'").with("version", "2").sql(),
    );
    attacks
}

const RESERVE_OF_QUEUED: &str =
    "(select max(sequence) from entries where job_id = {queued} and kind = 'reserve')";

/// The first entry of a new account.
fn first() -> super::forge::Forge {
    reserve()
        .with("meter", "'daily'")
        .with("limit_version", "1")
        .with("period_start", "86400000000")
        .with("sequence", "1")
        .with("used", "0")
        .with("reserved", "10")
        .with("previous_hash", "{zero}")
}

pub(super) fn controls() -> Vec<Attack> {
    vec![
        Attack::new("a reserve", reserve().sql()),
        Attack::new("a confirm", confirm().sql()),
        Attack::new("a cancel", cancel().sql()),
        Attack::new(
            "a reserve and its cancel",
            format!(
                "{} {}",
                cancel().sql(),
                reserve().with("job_id", "{queued}").with("hash", "{zero}").sql()
            ),
        ),
        Attack::new("a first entry", format!("{NEW_ACCOUNT} {}", first().sql())),
    ]
}
