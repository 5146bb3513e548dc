-- Jobs and what happens to them. The state table itself is decided in Rust; the triggers here hold what must never happen.

create table jobs (
    tenant_id        text    not null references tenants (id),
    id               blob    not null check (length(id) = 16),
    kind             text    not null check (length(kind) between 1 and 64),
    queue            text    not null check (length(queue) between 1 and 64),
    state            text    not null
        check (state in ('queued', 'running', 'succeeded', 'failed', 'dead_letter', 'cancelled')),
    priority         integer not null,
    run_at           integer not null,
    attempt          integer not null check (attempt >= 0),
    failures         integer not null check (failures >= 0),
    max_attempts     integer not null check (max_attempts between 1 and 1000),
    generation       integer not null check (generation >= 1),
    losses           integer not null check (losses >= 0),
    releases         integer not null check (releases >= 0),
    payload_revision integer not null check (payload_revision >= 1),
    meter            text,
    units            integer check (units is null or units >= 0),
    idempotency_key  text,
    labels           text    not null,
    created_at       integer not null,
    changed_at       integer not null,
    started_at       integer,
    finished_at      integer,
    lease_token      blob check (lease_token is null or length(lease_token) = 16),
    lease_worker     text,
    lease_started_at integer,
    lease_expires_at integer,
    lease_request    text,
    cancel_requested integer not null check (cancel_requested in (0, 1)),
    blocked          integer not null check (blocked in (0, 1)),
    error_class      text,
    error_message    text,
    error_backtrace  text,
    error_group      text,
    result           text,
    version          integer not null,
    primary key (tenant_id, id),
    check ((meter is null) = (units is null)),
    check ((state = 'running') = (lease_token is not null)),
    check ((lease_token is null) = (lease_expires_at is null)),
    check ((lease_token is null) = (lease_worker is null)),
    check ((lease_token is null) = (lease_started_at is null)),
    check ((state in ('succeeded', 'cancelled')) = (finished_at is not null))
) strict;

-- Calls on a job id name no tenant.
create index jobs_id on jobs (id);
-- What a claim reads: only waiting jobs.
create index jobs_waiting on jobs (queue, priority desc, run_at, id) where state in ('queued', 'failed');
-- What the rescuer reads: only running jobs.
create index jobs_leased on jobs (lease_expires_at) where state = 'running';
-- What a repeated claim reads.
create index jobs_lease_request on jobs (lease_request) where lease_request is not null;
-- What dead-letter review reads.
create index jobs_dead_letter on jobs (error_group, tenant_id, id) where state = 'dead_letter';
-- What the console lists and counts.
create index jobs_state on jobs (state, id);
create index jobs_tenant_state on jobs (tenant_id, state, id);

create table payloads (
    tenant_id text    not null,
    job_id    blob    not null,
    revision  integer not null check (revision >= 1),
    -- The bytes as they came; null after an erasure.
    body      text,
    hash      blob    not null check (length(hash) = 32),
    primary key (tenant_id, job_id, revision),
    foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
) strict;

-- Written when an attempt has ended; the running one is part of its job.
create table attempts (
    tenant_id       text    not null,
    job_id          blob    not null,
    number          integer not null check (number >= 1),
    generation      integer not null,
    worker          text    not null,
    lease_token     blob    not null check (length(lease_token) = 16),
    started_at      integer not null,
    ended_at        integer not null,
    outcome         text    not null check (outcome in ('succeeded', 'failed', 'lost', 'released')),
    error_class     text,
    error_message   text,
    error_backtrace text,
    retry_at        integer,
    state_after     text    not null,
    content_hash    blob    not null check (length(content_hash) = 32),
    units           integer,
    primary key (tenant_id, job_id, number),
    foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
) strict, without rowid;

-- What the console counts: losses are rare.
create index attempts_lost on attempts (ended_at) where outcome = 'lost';

create table idempotency_keys (
    tenant_id   text not null,
    key         text not null check (length(key) between 1 and 255),
    -- Version byte and SHA-256.
    fingerprint blob not null check (length(fingerprint) = 33),
    -- Canonical members of the request beside its payload, to name what differs.
    request     text not null,
    job_id      blob not null,
    created_at  integer not null,
    primary key (tenant_id, key),
    foreign key (tenant_id, job_id) references jobs (tenant_id, id) deferrable initially deferred
) strict, without rowid;

-- A job is made by one key. Also what the foreign key reads for each new job while keys wait for theirs: without it, every key
-- of the tenant.
create unique index idempotency_keys_job on idempotency_keys (tenant_id, job_id);

-- Every arrival of a request, also the refused ones.
create table submissions (
    tenant_id       text not null,
    id              blob not null check (length(id) = 16),
    idempotency_key text,
    job_id          blob,
    outcome         text not null check (outcome in ('created', 'replayed', 'mismatched', 'refused')),
    code            text,
    sender          text not null,
    request_id      text not null,
    at              integer not null,
    -- JSON paths of a mismatch.
    paths           text,
    -- What a denial was judged by.
    meter           text,
    units           integer,
    limit_units     integer,
    used            integer,
    reserved        integer,
    primary key (tenant_id, id)
) strict, without rowid;

create index submissions_job on submissions (tenant_id, job_id) where job_id is not null;
create index submissions_denied on submissions (tenant_id, meter, at) where code = 'limit_exceeded';

create trigger submissions_are_never_changed before update on submissions
begin select raise(abort, 'submissions are append-only'); end;
create trigger submissions_are_never_replaced before insert on submissions
when exists (select 1 from submissions where tenant_id = new.tenant_id and id = new.id)
begin select raise(abort, 'submissions are append-only: this id exists'); end;

create trigger idempotency_keys_are_never_changed before update on idempotency_keys
begin select raise(abort, 'an idempotency key never changes its job or request'); end;
create trigger idempotency_keys_are_never_replaced before insert on idempotency_keys
when exists (select 1 from idempotency_keys where tenant_id = new.tenant_id and key = new.key)
    or exists (select 1 from idempotency_keys where tenant_id = new.tenant_id and job_id = new.job_id)
begin select raise(abort, 'this idempotency key exists'); end;

create trigger attempts_are_never_changed before update on attempts
begin select raise(abort, 'attempts are append-only'); end;
create trigger attempts_are_never_replaced before insert on attempts
when exists (
    select 1 from attempts where tenant_id = new.tenant_id and job_id = new.job_id and number = new.number
)
begin select raise(abort, 'attempts are append-only: this number exists'); end;

create trigger payloads_keep_their_bytes before update on payloads
when new.body is not null
    or new.hash is not old.hash
    or new.tenant_id is not old.tenant_id
    or new.job_id is not old.job_id
    or new.revision is not old.revision
    or new.rowid is not old.rowid
begin select raise(abort, 'a payload revision never changes; it can only be erased'); end;
create trigger payloads_are_never_replaced before insert on payloads
when exists (
        select 1
        from payloads
        where tenant_id = new.tenant_id and job_id = new.job_id and revision = new.revision
    )
    or (new.rowid is not -1 and exists (select 1 from payloads where rowid = new.rowid))
begin select raise(abort, 'a payload revision never changes: this one exists'); end;

-- What belongs to a job goes with it, and not before it is final: a key given back early would let its request make a second
-- job. A key taken in a transaction whose request was refused has no job yet and may go.
create trigger idempotency_keys_stay_while_their_job_lives before delete on idempotency_keys
when exists (
    select 1
    from jobs
    where tenant_id = old.tenant_id and id = old.job_id and state not in ('succeeded', 'cancelled')
)
begin select raise(abort, 'an idempotency key stays while its job is not final'); end;
create trigger attempts_stay_while_their_job_lives before delete on attempts
when exists (
    select 1
    from jobs
    where tenant_id = old.tenant_id and id = old.job_id and state not in ('succeeded', 'cancelled')
)
begin select raise(abort, 'attempts stay while their job is not final'); end;
create trigger payloads_stay_while_their_job_lives before delete on payloads
when exists (
    select 1
    from jobs
    where tenant_id = old.tenant_id and id = old.job_id and state not in ('succeeded', 'cancelled')
)
begin select raise(abort, 'payloads stay while their job is not final'); end;

-- INSERT OR REPLACE would delete the old row without asking any other trigger.
-- A row can be replaced by its rowid as well; where none is given, the trigger sees -1.
create trigger jobs_are_never_replaced before insert on jobs
when exists (select 1 from jobs where id = new.id)
    or (new.rowid is not -1 and exists (select 1 from jobs where rowid = new.rowid))
begin select raise(abort, 'a job with this id exists'); end;
create trigger jobs_keep_their_row before update on jobs
when new.rowid is not old.rowid
begin select raise(abort, 'a job keeps its row'); end;
create trigger jobs_have_six_states before update of state on jobs
when new.state not in ('queued', 'running', 'succeeded', 'failed', 'dead_letter', 'cancelled')
begin select raise(abort, 'a job has one of six states'); end;
create trigger jobs_are_deleted_only_when_final before delete on jobs
when old.state not in ('succeeded', 'cancelled')
begin select raise(abort, 'only a succeeded or cancelled job may be deleted'); end;
create trigger jobs_final_is_final before update of state on jobs
when old.state in ('succeeded', 'cancelled') and new.state is not old.state
begin select raise(abort, 'a succeeded or cancelled job never changes its state'); end;
create trigger jobs_keep_their_identity before update of tenant_id, id, kind, meter, units, idempotency_key, created_at on jobs
when new.tenant_id is not old.tenant_id
    or new.id is not old.id
    or new.kind is not old.kind
    or new.meter is not old.meter
    or new.units is not old.units
    or new.idempotency_key is not old.idempotency_key
    or new.created_at is not old.created_at
begin select raise(abort, 'tenant, id, kind, meter, units and key of a job never change'); end;
