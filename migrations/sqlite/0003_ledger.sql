-- Meters, limits, accounts and their entries. The money rules are decided in Rust and held here once more.

create table meters (
    tenant_id  text    not null references tenants (id),
    name       text    not null check (length(name) between 1 and 64),
    scale      integer not null check (scale between 0 and 9),
    period     text    not null check (period in ('none', 'day', 'month')),
    reserve_at text    not null check (reserve_at in ('submit', 'start')),
    overage    integer not null check (overage in (0, 1)),
    created_at integer not null,
    primary key (tenant_id, name)
) strict, without rowid;

-- Every limit a meter had; the highest version is in force.
create table limits (
    tenant_id   text    not null,
    meter       text    not null,
    version     integer not null check (version >= 1),
    units       integer not null check (units >= 0),
    set_by      text    not null,
    override_id blob,
    set_at      integer not null,
    primary key (tenant_id, meter, version),
    foreign key (tenant_id, meter) references meters (tenant_id, name)
) strict, without rowid;

create table accounts (
    tenant_id    text    not null,
    meter        text    not null,
    -- 0 for a meter without periods.
    period_start integer not null,
    used         integer not null check (used >= 0),
    reserved     integer not null check (reserved >= 0),
    sequence     integer not null check (sequence >= 0),
    last_at      integer not null,
    last_hash    blob    not null check (length(last_hash) = 32),
    primary key (tenant_id, meter, period_start),
    foreign key (tenant_id, meter) references meters (tenant_id, name)
) strict, without rowid;

create table entries (
    tenant_id      text    not null,
    meter          text    not null,
    period_start   integer not null,
    sequence       integer not null check (sequence >= 1),
    kind           text    not null check (kind in ('reserve', 'confirm', 'cancel', 'adjust', 'reverse')),
    units          integer not null,
    used_delta     integer not null,
    reserved_delta integer not null,
    used           integer not null check (used >= 0),
    reserved       integer not null check (reserved >= 0),
    -- No foreign key: old jobs are pruned, the ledger stays.
    job_id         blob check (job_id is null or length(job_id) = 16),
    attempt        integer,
    settles        integer,
    reverses       integer,
    limit_units    integer,
    limit_version  integer,
    overage        integer not null check (overage in (0, 1)),
    actor          text    not null,
    reason         text,
    reason_code    text,
    override_id    blob,
    at             integer not null,
    previous_hash  blob    not null check (length(previous_hash) = 32),
    hash           blob    not null check (length(hash) = 32),
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
            and (units <= -reserved_delta or overage = 1))
        or (kind = 'cancel' and used_delta = 0 and reserved_delta = -units and units >= 0)
        or (kind in ('adjust', 'reverse') and used_delta = units and reserved_delta = 0)
    ),
    check ((kind in ('confirm', 'cancel')) = (settles is not null)),
    check ((kind = 'reverse') = (reverses is not null)),
    check (kind in ('adjust', 'reverse') or job_id is not null),
    check (kind not in ('adjust', 'reverse') or override_id is not null),
    check (settles is null or settles < sequence),
    check (reverses is null or reverses < sequence)
) strict, without rowid;

-- A reservation ends at most once, a job is charged at most once, an entry is reversed at most once.
create unique index entries_one_settlement on entries (tenant_id, meter, period_start, settles) where settles is not null;
create unique index entries_one_confirm on entries (tenant_id, job_id) where kind = 'confirm';
create unique index entries_one_reverse on entries (tenant_id, meter, period_start, reverses) where reverses is not null;
create index entries_job on entries (tenant_id, job_id) where job_id is not null;

-- What is held right now: at most one open reservation a job. Kept by the triggers on entries alone.
create table open_reservations (
    tenant_id    text    not null,
    job_id       blob    not null,
    meter        text    not null,
    period_start integer not null,
    sequence     integer not null,
    units        integer not null check (units >= 0),
    attempt      integer,
    primary key (tenant_id, job_id),
    foreign key (tenant_id, meter, period_start, sequence)
        references entries (tenant_id, meter, period_start, sequence) deferrable initially deferred
) strict, without rowid;

create index open_reservations_account on open_reservations (tenant_id, meter, period_start);

create trigger open_reservations_are_opened_by_a_reserve before insert on open_reservations
when exists (select 1 from open_reservations where tenant_id = new.tenant_id and job_id = new.job_id)
    or not exists (
        select 1
        from entries
        where tenant_id = new.tenant_id
            and meter = new.meter
            and period_start = new.period_start
            and sequence = new.sequence
            and kind = 'reserve'
            and job_id = new.job_id
            and units = new.units
    )
    or exists (
        select 1
        from entries
        where tenant_id = new.tenant_id
            and meter = new.meter
            and period_start = new.period_start
            and settles = new.sequence
    )
begin select raise(abort, 'one open reservation a job, made by its reserve entry'); end;
create trigger open_reservations_are_never_changed before update on open_reservations
begin select raise(abort, 'a reservation never changes; it is settled'); end;
create trigger open_reservations_are_closed_by_a_settlement before delete on open_reservations
when not exists (
    select 1
    from entries
    where tenant_id = old.tenant_id
        and meter = old.meter
        and period_start = old.period_start
        and settles = old.sequence
)
begin select raise(abort, 'a reservation ends with a confirm or cancel entry'); end;

create trigger entries_are_never_changed before update on entries
begin select raise(abort, 'ledger entries are append-only'); end;
create trigger entries_are_never_deleted before delete on entries
begin select raise(abort, 'ledger entries are append-only'); end;
create trigger entries_are_never_replaced before insert on entries
when exists (
        select 1
        from entries
        where tenant_id = new.tenant_id
            and meter = new.meter
            and period_start = new.period_start
            and sequence = new.sequence
    )
    or (new.settles is not null and exists (
        select 1
        from entries
        where tenant_id = new.tenant_id
            and meter = new.meter
            and period_start = new.period_start
            and settles = new.settles
    ))
    or (new.kind = 'confirm' and exists (
        select 1 from entries where tenant_id = new.tenant_id and job_id = new.job_id and kind = 'confirm'
    ))
    or (new.reverses is not null and exists (
        select 1
        from entries
        where tenant_id = new.tenant_id
            and meter = new.meter
            and period_start = new.period_start
            and reverses = new.reverses
    ))
begin select raise(abort, 'ledger entries are append-only: this number, settlement, confirm or reverse exists'); end;
-- A new entry follows the last one: no gap, no fork, totals carried on, time never back.
create trigger entries_follow_the_last before insert on entries
when new.sequence is not 1 + coalesce((
        select max(sequence)
        from entries
        where tenant_id = new.tenant_id and meter = new.meter and period_start = new.period_start
    ), 0)
    or (new.sequence > 1 and not exists (
        select 1
        from entries
        where tenant_id = new.tenant_id
            and meter = new.meter
            and period_start = new.period_start
            and sequence = new.sequence - 1
            and hash = new.previous_hash
            and used + new.used_delta = new.used
            and reserved + new.reserved_delta = new.reserved
            and at <= new.at
    ))
    or (new.sequence = 1 and (new.used is not new.used_delta or new.reserved is not new.reserved_delta))
begin select raise(abort, 'a ledger entry continues the account where the last one ended'); end;
-- A settlement undoes exactly the open reservation of its job.
create trigger entries_settle_what_is_open before insert on entries
when new.kind in ('confirm', 'cancel') and not exists (
    select 1
    from open_reservations
    where tenant_id = new.tenant_id
        and job_id = new.job_id
        and meter = new.meter
        and period_start = new.period_start
        and sequence = new.settles
        and units = -new.reserved_delta
)
begin select raise(abort, 'there is no open reservation of this job, account and size to settle'); end;
-- The checks of the table once more: a pragma can turn those off.
create trigger entries_add_up before insert on entries
when not coalesce((
        (new.kind = 'reserve' and new.used_delta = 0 and new.reserved_delta = new.units and new.units >= 0
            and new.used + new.reserved <= new.limit_units)
        or (new.kind = 'confirm' and new.used_delta = new.units and new.units >= 0 and new.reserved_delta <= 0
            and (new.units <= -new.reserved_delta or new.overage = 1))
        or (new.kind = 'cancel' and new.used_delta = 0 and new.reserved_delta = -new.units and new.units >= 0)
        or (new.kind in ('adjust', 'reverse') and new.used_delta = new.units and new.reserved_delta = 0)
    ), 0)
    or new.used < 0
    or new.reserved < 0
    or (new.kind in ('confirm', 'cancel')) is not (new.settles is not null)
    or (new.kind = 'reverse') is not (new.reverses is not null)
begin select raise(abort, 'units, deltas and totals of a ledger entry fit its kind'); end;
-- A reserve is judged by the limit in force, not by one it brings along.
create trigger entries_reserve_under_the_limit before insert on entries
when new.kind = 'reserve' and (new.limit_version, new.limit_units) is not (
    select version, units
    from limits
    where tenant_id = new.tenant_id and meter = new.meter
    order by version desc
    limit 1
)
begin select raise(abort, 'a reserve carries the limit in force'); end;
create trigger entries_open_a_reservation after insert on entries
when new.kind = 'reserve'
begin
    insert into open_reservations (tenant_id, job_id, meter, period_start, sequence, units, attempt)
    values (new.tenant_id, new.job_id, new.meter, new.period_start, new.sequence, new.units, new.attempt);
end;
create trigger entries_close_a_reservation after insert on entries
when new.kind in ('confirm', 'cancel')
begin
    delete from open_reservations where tenant_id = new.tenant_id and job_id = new.job_id;
end;

create trigger limits_are_never_changed before update on limits
begin select raise(abort, 'limits are append-only'); end;
create trigger limits_are_never_deleted before delete on limits
begin select raise(abort, 'limits are append-only'); end;
create trigger limits_follow_the_last before insert on limits
when new.version is not 1 + coalesce((
    select max(version) from limits where tenant_id = new.tenant_id and meter = new.meter
), 0)
begin select raise(abort, 'limits are append-only: the version follows the last one'); end;

create trigger meters_are_never_changed before update on meters
begin select raise(abort, 'the settings of a meter are fixed'); end;
create trigger meters_are_never_deleted before delete on meters
begin select raise(abort, 'a meter is never deleted'); end;
create trigger meters_are_never_replaced before insert on meters
when exists (select 1 from meters where tenant_id = new.tenant_id and name = new.name)
begin select raise(abort, 'this meter exists'); end;
create trigger accounts_are_never_deleted before delete on accounts
begin select raise(abort, 'an account is never deleted'); end;
create trigger accounts_are_never_replaced before insert on accounts
when exists (
    select 1
    from accounts
    where tenant_id = new.tenant_id and meter = new.meter and period_start = new.period_start
)
begin select raise(abort, 'this account exists'); end;
-- A second account of one period would have the limit twice.
create trigger accounts_are_of_a_period before insert on accounts
when not coalesce((
    select case period
        when 'none' then new.period_start = 0
        when 'day' then new.period_start > 0 and new.period_start % 86400000000 = 0
        when 'month' then new.period_start > 0 and new.period_start % 86400000000 = 0
            and strftime('%d', new.period_start / 1000000, 'unixepoch') = '01'
    end
    from meters
    where tenant_id = new.tenant_id and name = new.meter
), 0)
begin select raise(abort, 'an account belongs to a period of its meter'); end;
create trigger accounts_begin_empty before insert on accounts
when new.used <> 0 or new.reserved <> 0 or new.sequence <> 0
begin select raise(abort, 'an account begins empty'); end;
-- The totals of an account are those of its last entry.
create trigger accounts_say_what_the_last_entry_says before update on accounts
when new.tenant_id is not old.tenant_id
    or new.meter is not old.meter
    or new.period_start is not old.period_start
    or not exists (
        select 1
        from entries
        where tenant_id = new.tenant_id
            and meter = new.meter
            and period_start = new.period_start
            and sequence = new.sequence
            and used = new.used
            and reserved = new.reserved
            and hash = new.last_hash
            and at = new.last_at
    )
    or exists (
        select 1
        from entries
        where tenant_id = new.tenant_id
            and meter = new.meter
            and period_start = new.period_start
            and sequence = new.sequence + 1
    )
begin select raise(abort, 'the totals of an account are those of its last entry'); end;
