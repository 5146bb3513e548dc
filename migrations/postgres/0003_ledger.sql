-- Meters, limits, accounts and their entries. The money rules are decided in Rust and held here once more.
-- Guards of inserts run once a statement, over all rows it added, so that a batch costs one call. They turn off the plans
-- that read a whole table: such a plan, kept from a time when the table was small, would make each later batch slow.

select set_config('search_path', format('%I, pg_temp', current_schema()), true);

create table meters (
    tenant_id  text collate "C" not null references tenants (id),
    name       text collate "C" not null check (length(name) between 1 and 64),
    scale      integer          not null check (scale between 0 and 9),
    period     text             not null check (period in ('none', 'day', 'month')),
    reserve_at text             not null check (reserve_at in ('submit', 'start')),
    overage    boolean          not null,
    created_at bigint           not null,
    primary key (tenant_id, name)
);

-- Every limit a meter had; the highest version is in force.
create table limits (
    tenant_id   text collate "C" not null,
    meter       text collate "C" not null,
    version     bigint           not null check (version >= 1),
    units       bigint           not null check (units >= 0),
    set_by      text             not null,
    override_id uuid,
    set_at      bigint           not null,
    primary key (tenant_id, meter, version),
    foreign key (tenant_id, meter) references meters (tenant_id, name)
);

-- Written by every batch: half of each page is left for the next versions of its rows.
create table accounts (
    tenant_id    text collate "C" not null,
    meter        text collate "C" not null,
    -- 0 for a meter without periods.
    period_start bigint           not null,
    used         bigint           not null check (used >= 0),
    reserved     bigint           not null check (reserved >= 0),
    sequence     bigint           not null check (sequence >= 0),
    last_at      bigint           not null,
    last_hash    bytea            not null check (octet_length(last_hash) = 32),
    primary key (tenant_id, meter, period_start),
    foreign key (tenant_id, meter) references meters (tenant_id, name)
) with (fillfactor = 50);

create table entries (
    tenant_id      text collate "C" not null,
    meter          text collate "C" not null,
    period_start   bigint           not null,
    sequence       bigint           not null check (sequence >= 1),
    kind           text collate "C" not null check (kind in ('reserve', 'confirm', 'cancel', 'adjust', 'reverse')),
    units          bigint           not null,
    used_delta     bigint           not null,
    reserved_delta bigint           not null,
    used           bigint           not null check (used >= 0),
    reserved       bigint           not null check (reserved >= 0),
    -- No foreign key: old jobs are pruned, the ledger stays.
    job_id         uuid,
    attempt        bigint,
    settles        bigint,
    reverses       bigint,
    limit_units    bigint,
    limit_version  bigint,
    overage        boolean          not null,
    actor          text             not null,
    reason         text,
    reason_code    text,
    override_id    uuid,
    at             bigint           not null,
    previous_hash  bytea            not null check (octet_length(previous_hash) = 32),
    hash           bytea            not null check (octet_length(hash) = 32),
    primary key (tenant_id, meter, period_start, sequence),
    foreign key (tenant_id, meter, period_start) references accounts (tenant_id, meter, period_start),
    foreign key (tenant_id, meter, period_start, settles)
        references entries (tenant_id, meter, period_start, sequence),
    foreign key (tenant_id, meter, period_start, reverses)
        references entries (tenant_id, meter, period_start, sequence),
    check (
        (kind = 'reserve' and used_delta = 0 and reserved_delta = units and units >= 0
            and limit_units is not null and limit_version is not null and used + reserved <= limit_units)
        or (kind = 'confirm' and used_delta = units and units >= 0 and reserved_delta <= 0
            and (units <= -reserved_delta or overage))
        or (kind = 'cancel' and used_delta = 0 and reserved_delta = -units and units >= 0)
        or (kind in ('adjust', 'reverse') and used_delta = units and reserved_delta = 0)
    ),
    check ((kind in ('confirm', 'cancel')) = (settles is not null)),
    check ((kind = 'reverse') = (reverses is not null)),
    check (kind in ('adjust', 'reverse') or job_id is not null),
    check (kind not in ('adjust', 'reverse') or override_id is not null),
    check (settles is null or settles < sequence),
    check (reverses is null or reverses < sequence)
);

-- A reservation ends at most once, a job is charged at most once, an entry is reversed at most once.
create unique index entries_one_settlement on entries (tenant_id, meter, period_start, settles) where settles is not null;
create unique index entries_one_confirm on entries (tenant_id, job_id) where kind = 'confirm';
create unique index entries_one_reverse on entries (tenant_id, meter, period_start, reverses) where reverses is not null;
create index entries_job on entries (tenant_id, job_id) where job_id is not null;

-- What is held right now: at most one open reservation a job. Kept by the triggers on entries alone.
create table open_reservations (
    tenant_id    text collate "C" not null,
    job_id       uuid             not null,
    meter        text collate "C" not null,
    period_start bigint           not null,
    sequence     bigint           not null,
    units        bigint           not null check (units >= 0),
    attempt      bigint,
    primary key (tenant_id, job_id),
    foreign key (tenant_id, meter, period_start, sequence)
        references entries (tenant_id, meter, period_start, sequence) deferrable initially deferred
);

create index open_reservations_account on open_reservations (tenant_id, meter, period_start);

create function onceover_open_reservations_opened() returns trigger language plpgsql
    set search_path from current
    set enable_seqscan = off
    set enable_hashjoin = off
    set enable_mergejoin = off
    set jit = off
as $$
begin
    if exists (
        select 1
        from added as a
        left join entries as r
            on r.tenant_id = a.tenant_id
            and r.meter = a.meter
            and r.period_start = a.period_start
            and r.sequence = a.sequence
            and r.kind = 'reserve'
            and r.job_id = a.job_id
            and r.units = a.units
        left join entries as s
            on s.tenant_id = a.tenant_id
            and s.meter = a.meter
            and s.period_start = a.period_start
            and s.settles = a.sequence
        where r.sequence is null or s.sequence is not null
    ) then
        raise exception 'one open reservation a job, made by its reserve entry';
    end if;
    return null;
end;
$$;

create function onceover_open_reservations_closed() returns trigger language plpgsql
    set search_path from current
    set enable_seqscan = off
    set enable_hashjoin = off
    set enable_mergejoin = off
    set jit = off
as $$
begin
    if exists (
        select 1
        from removed as o
        left join entries as s
            on s.tenant_id = o.tenant_id
            and s.meter = o.meter
            and s.period_start = o.period_start
            and s.settles = o.sequence
        where s.sequence is null
    ) then
        raise exception 'a reservation ends with a confirm or cancel entry';
    end if;
    return null;
end;
$$;

create trigger open_reservations_are_opened_by_a_reserve after insert on open_reservations
referencing new table as added
for each statement execute function onceover_open_reservations_opened();
create trigger open_reservations_are_never_changed before update on open_reservations
for each row execute function onceover_refuse('a reservation never changes; it is settled');
create trigger open_reservations_are_closed_by_a_settlement after delete on open_reservations
referencing old table as removed
for each statement execute function onceover_open_reservations_closed();
create trigger open_reservations_are_never_emptied before truncate on open_reservations
for each statement execute function onceover_refuse('a reservation ends with a confirm or cancel entry');

-- New entries follow the last one: no gap, no fork, totals carried on, time never back. The primary key lets no number come
-- twice, so that it is enough to look for the one before. Settlements undo exactly the reservation of their job, at most one
-- each by their unique index; then what is open is kept up to date.
create function onceover_entries_continue() returns trigger language plpgsql
    set search_path from current
    set enable_seqscan = off
    set enable_hashjoin = off
    set enable_mergejoin = off
    set jit = off
as $$
begin
    if exists (
        select 1
        from added as a
        left join entries as p
            on p.tenant_id = a.tenant_id
            and p.meter = a.meter
            and p.period_start = a.period_start
            and p.sequence = a.sequence - 1
        where (a.sequence = 1 and (a.used <> a.used_delta or a.reserved <> a.reserved_delta))
            or (a.sequence > 1 and (
                p.sequence is null
                or p.hash <> a.previous_hash
                or p.used + a.used_delta <> a.used
                or p.reserved + a.reserved_delta <> a.reserved
                or p.at > a.at
            ))
    ) then
        raise exception 'a ledger entry continues the account where the last one ended';
    end if;
    if exists (
        select 1
        from added as a
        left join entries as r
            on r.tenant_id = a.tenant_id
            and r.meter = a.meter
            and r.period_start = a.period_start
            and r.sequence = a.settles
            and r.kind = 'reserve'
            and r.job_id = a.job_id
            and r.units = -a.reserved_delta
        where a.kind in ('confirm', 'cancel') and r.sequence is null
    ) then
        raise exception 'there is no open reservation of this job, account and size to settle';
    end if;
    -- A reserve is judged by the limit in force, not by one it brings along.
    if exists (
        select 1
        from added as a
        left join limits as l
            on l.tenant_id = a.tenant_id
            and l.meter = a.meter
            and l.version = a.limit_version
            and l.units = a.limit_units
        where a.kind = 'reserve'
            and (l.version is null or exists (
                select 1
                from limits as later
                where later.tenant_id = a.tenant_id and later.meter = a.meter and later.version > a.limit_version
            ))
    ) then
        raise exception 'a reserve carries the limit in force';
    end if;
    delete from open_reservations as o
    using added as a
    where a.kind in ('confirm', 'cancel')
        and o.tenant_id = a.tenant_id
        and o.job_id = a.job_id
        and o.meter = a.meter
        and o.period_start = a.period_start
        and o.sequence = a.settles;
    insert into open_reservations (tenant_id, job_id, meter, period_start, sequence, units, attempt)
    select a.tenant_id, a.job_id, a.meter, a.period_start, a.sequence, a.units, a.attempt
    from added as a
    where a.kind = 'reserve'
        and not exists (
            select 1
            from entries as s
            where s.tenant_id = a.tenant_id
                and s.meter = a.meter
                and s.period_start = a.period_start
                and s.settles = a.sequence
        );
    return null;
end;
$$;

create trigger entries_are_never_changed before update on entries
for each row execute function onceover_refuse('ledger entries are append-only');
create trigger entries_are_never_deleted before delete on entries
for each row execute function onceover_refuse('ledger entries are append-only');
create trigger entries_are_never_emptied before truncate on entries
for each statement execute function onceover_refuse('ledger entries are append-only');
create trigger entries_continue_the_account after insert on entries
referencing new table as added
for each statement execute function onceover_entries_continue();

create function onceover_limits_follow() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (
        select 1
        from added as a
        where a.version > 1
            and not exists (
                select 1
                from limits as l
                where l.tenant_id = a.tenant_id and l.meter = a.meter and l.version = a.version - 1
            )
    ) then
        raise exception 'limits are append-only: the version follows the last one';
    end if;
    return null;
end;
$$;

create trigger limits_are_never_changed before update on limits
for each row execute function onceover_refuse('limits are append-only');
create trigger limits_are_never_deleted before delete on limits
for each row execute function onceover_refuse('limits are append-only');
create trigger limits_are_never_emptied before truncate on limits
for each statement execute function onceover_refuse('limits are append-only');
create trigger limits_follow_the_last after insert on limits
referencing new table as added
for each statement execute function onceover_limits_follow();

create trigger meters_are_never_changed before update on meters
for each row execute function onceover_refuse('the settings of a meter are fixed');
create trigger meters_are_never_deleted before delete on meters
for each row execute function onceover_refuse('a meter is never deleted');
create trigger meters_are_never_emptied before truncate on meters
for each statement execute function onceover_refuse('a meter is never deleted');

-- The totals of an account are those of its last entry.
create function onceover_accounts_agree() returns trigger language plpgsql
    set search_path from current
    set enable_seqscan = off
    set enable_hashjoin = off
    set enable_mergejoin = off
    set jit = off
as $$
begin
    if exists (
        select 1
        from changed as c
        left join entries as e
            on e.tenant_id = c.tenant_id
            and e.meter = c.meter
            and e.period_start = c.period_start
            and e.sequence = c.sequence
            and e.used = c.used
            and e.reserved = c.reserved
            and e.hash = c.last_hash
            and e.at = c.last_at
        left join entries as later
            on later.tenant_id = c.tenant_id
            and later.meter = c.meter
            and later.period_start = c.period_start
            and later.sequence = c.sequence + 1
        where e.sequence is null or later.sequence is not null
    ) then
        raise exception 'the totals of an account are those of its last entry';
    end if;
    return null;
end;
$$;

create trigger accounts_are_never_deleted before delete on accounts
for each row execute function onceover_refuse('an account is never deleted');
create trigger accounts_are_never_emptied before truncate on accounts
for each statement execute function onceover_refuse('an account is never deleted');
-- A second account of one period would have the limit twice.
create function onceover_accounts_of_a_period() returns trigger language plpgsql
    set search_path from current
as $$
declare
    known text;
begin
    select period into known from meters where tenant_id = new.tenant_id and name = new.meter;
    if not coalesce(case known
        when 'none' then new.period_start = 0
        when 'day' then new.period_start > 0 and new.period_start % 86400000000 = 0
        when 'month' then new.period_start > 0 and new.period_start % 86400000000 = 0
            and extract(day from to_timestamp(new.period_start / 1000000) at time zone 'UTC') = 1
    end, false) then
        raise exception 'an account belongs to a period of its meter';
    end if;
    return new;
end;
$$;
create trigger accounts_are_of_a_period before insert on accounts
for each row execute function onceover_accounts_of_a_period();
create trigger accounts_begin_empty before insert on accounts
for each row when (new.used <> 0 or new.reserved <> 0 or new.sequence <> 0)
execute function onceover_refuse('an account begins empty');
create trigger accounts_keep_their_name after update on accounts
for each row when (
    new.tenant_id is distinct from old.tenant_id
    or new.meter is distinct from old.meter
    or new.period_start is distinct from old.period_start
) execute function onceover_refuse('the totals of an account are those of its last entry');
create trigger accounts_say_what_the_last_entry_says after update on accounts
referencing new table as changed
for each statement execute function onceover_accounts_agree();

call onceover_guards_hold_always();
