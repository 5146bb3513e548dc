-- Jobs and what happens to them. The state table itself is decided in Rust; the triggers here hold what must never happen.
-- Guards of ordinary writes are conditions of row triggers that cost no call, or run once a statement.

select set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Room is left on each page, so that a heartbeat, which changes no indexed column, rewrites its row in place.
create table jobs (
    tenant_id        text collate "C" not null references tenants (id),
    id               uuid             not null,
    kind             text collate "C" not null check (length(kind) between 1 and 64),
    queue            text collate "C" not null check (length(queue) between 1 and 64),
    state            text collate "C" not null
        check (state in ('queued', 'running', 'succeeded', 'failed', 'dead_letter', 'cancelled')),
    priority         integer          not null,
    run_at           bigint           not null,
    attempt          bigint           not null check (attempt >= 0),
    failures         bigint           not null check (failures >= 0),
    max_attempts     bigint           not null check (max_attempts between 1 and 1000),
    generation       bigint           not null check (generation >= 1),
    losses           bigint           not null check (losses >= 0),
    releases         bigint           not null check (releases >= 0),
    payload_revision bigint           not null check (payload_revision >= 1),
    meter            text collate "C",
    units            bigint check (units is null or units >= 0),
    idempotency_key  text collate "C",
    labels           text             not null,
    created_at       bigint           not null,
    changed_at       bigint           not null,
    started_at       bigint,
    finished_at      bigint,
    lease_token      uuid,
    lease_worker     text,
    lease_started_at bigint,
    lease_expires_at bigint,
    lease_request    text collate "C",
    cancel_requested boolean          not null,
    blocked          boolean          not null,
    error_class      text,
    error_message    text,
    error_backtrace  text,
    error_group      text collate "C",
    result           text,
    version          bigint           not null,
    primary key (tenant_id, id),
    check ((meter is null) = (units is null)),
    check ((state = 'running') = (lease_token is not null)),
    check ((lease_token is null) = (lease_expires_at is null)),
    check ((lease_token is null) = (lease_worker is null)),
    check ((lease_token is null) = (lease_started_at is null)),
    check ((state in ('succeeded', 'cancelled')) = (finished_at is not null))
) with (fillfactor = 80);

-- Calls on a job id name no tenant.
create unique index jobs_id on jobs (id);
-- What a claim reads: only waiting jobs.
create index jobs_waiting on jobs (queue, priority desc, run_at, id) where state in ('queued', 'failed');
-- What a repeated claim reads.
create index jobs_lease_request on jobs (lease_request) where lease_request is not null;
-- What dead-letter review reads.
create index jobs_dead_letter on jobs (error_group, tenant_id, id) where state = 'dead_letter';
-- What the console lists and counts, and the rescuer reads: an index on the end of a lease would cost every heartbeat.
create index jobs_state on jobs (state, id);
create index jobs_tenant_state on jobs (tenant_id, state, id);

create table payloads (
    tenant_id text collate "C" not null,
    job_id    uuid             not null,
    revision  bigint           not null check (revision >= 1),
    -- The bytes as they came; null after an erasure.
    body      text,
    hash      bytea            not null check (octet_length(hash) = 32),
    primary key (tenant_id, job_id, revision),
    foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
);

-- Written when an attempt has ended; the running one is part of its job.
create table attempts (
    tenant_id       text collate "C" not null,
    job_id          uuid             not null,
    number          bigint           not null check (number >= 1),
    generation      bigint           not null,
    worker          text             not null,
    lease_token     uuid             not null,
    started_at      bigint           not null,
    ended_at        bigint           not null,
    outcome         text collate "C" not null check (outcome in ('succeeded', 'failed', 'lost', 'released')),
    error_class     text,
    error_message   text,
    error_backtrace text,
    retry_at        bigint,
    state_after     text collate "C" not null,
    content_hash    bytea            not null check (octet_length(content_hash) = 32),
    units           bigint,
    primary key (tenant_id, job_id, number),
    foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
);

-- What the console counts: losses are rare.
create index attempts_lost on attempts (ended_at) where outcome = 'lost';

create table idempotency_keys (
    tenant_id   text collate "C" not null,
    key         text collate "C" not null check (length(key) between 1 and 255),
    -- Version byte and SHA-256.
    fingerprint bytea            not null check (octet_length(fingerprint) = 33),
    -- Canonical members of the request beside its payload, to name what differs.
    request     text             not null,
    job_id      uuid             not null,
    created_at  bigint           not null,
    primary key (tenant_id, key),
    foreign key (tenant_id, job_id) references jobs (tenant_id, id) deferrable initially deferred
);

-- A job is made by one key. Also what the foreign key reads when a job is deleted.
create unique index idempotency_keys_job on idempotency_keys (tenant_id, job_id);

-- Every arrival of a request, also the refused ones.
create table submissions (
    tenant_id       text collate "C" not null,
    id              uuid             not null,
    idempotency_key text collate "C",
    job_id          uuid,
    outcome         text collate "C" not null check (outcome in ('created', 'replayed', 'mismatched', 'refused')),
    code            text collate "C",
    sender          text             not null,
    request_id      text             not null,
    at              bigint           not null,
    -- JSON paths of a mismatch.
    paths           text,
    -- What a denial was judged by.
    meter           text collate "C",
    units           bigint,
    limit_units     bigint,
    used            bigint,
    reserved        bigint,
    primary key (tenant_id, id)
);

create index submissions_job on submissions (tenant_id, job_id) where job_id is not null;
create index submissions_denied on submissions (tenant_id, meter, at) where code = 'limit_exceeded';

create trigger submissions_are_never_changed before update on submissions
for each row execute function onceover_refuse('submissions are append-only');
create trigger submissions_are_never_emptied before truncate on submissions
for each statement execute function onceover_refuse('submissions are append-only');

create trigger idempotency_keys_are_never_changed before update on idempotency_keys
for each row execute function onceover_refuse('an idempotency key never changes its job or request');
create trigger idempotency_keys_are_never_emptied before truncate on idempotency_keys
for each statement execute function onceover_refuse('an idempotency key never changes its job or request');

create trigger attempts_are_never_changed before update on attempts
for each row execute function onceover_refuse('attempts are append-only');
create trigger attempts_are_never_emptied before truncate on attempts
for each statement execute function onceover_refuse('attempts are append-only');

create trigger payloads_keep_their_bytes after update on payloads
for each row when (
    new.body is not null
    or new.hash is distinct from old.hash
    or new.tenant_id is distinct from old.tenant_id
    or new.job_id is distinct from old.job_id
    or new.revision is distinct from old.revision
) execute function onceover_refuse('a payload revision never changes; it can only be erased');
create trigger payloads_are_never_emptied before truncate on payloads
for each statement execute function onceover_refuse('a payload revision never changes; it can only be erased');

-- What belongs to a job goes with it, and not before it is final: a key given back early would let its request make a second
-- job. A key taken in a transaction whose request was refused has no job yet and may go.
create function onceover_stay_with_job() returns trigger language plpgsql
    set search_path from current
as $$
begin
    if exists (
        select 1
        from jobs
        where tenant_id = old.tenant_id and id = old.job_id and state not in ('succeeded', 'cancelled')
    ) then
        raise exception '%', tg_argv[0];
    end if;
    return old;
end;
$$;

create trigger idempotency_keys_stay_while_their_job_lives before delete on idempotency_keys
for each row execute function onceover_stay_with_job('an idempotency key stays while its job is not final');
create trigger attempts_stay_while_their_job_lives before delete on attempts
for each row execute function onceover_stay_with_job('attempts stay while their job is not final');
create trigger payloads_stay_while_their_job_lives before delete on payloads
for each row execute function onceover_stay_with_job('payloads stay while their job is not final');

-- After triggers with a condition: unlike before triggers they take no lock of their own on the row.
create trigger jobs_are_deleted_only_when_final after delete on jobs
for each row when (old.state not in ('succeeded', 'cancelled'))
execute function onceover_refuse('only a succeeded or cancelled job may be deleted');
create trigger jobs_are_never_emptied before truncate on jobs
for each statement execute function onceover_refuse('only a succeeded or cancelled job may be deleted');
create trigger jobs_final_is_final after update on jobs
for each row when (old.state in ('succeeded', 'cancelled') and new.state is distinct from old.state)
execute function onceover_refuse('a succeeded or cancelled job never changes its state');
create trigger jobs_keep_their_identity after update on jobs
for each row when (
    new.tenant_id is distinct from old.tenant_id
    or new.id is distinct from old.id
    or new.kind is distinct from old.kind
    or new.meter is distinct from old.meter
    or new.units is distinct from old.units
    or new.idempotency_key is distinct from old.idempotency_key
    or new.created_at is distinct from old.created_at
) execute function onceover_refuse('tenant, id, kind, meter, units and key of a job never change');

call onceover_guards_hold_always();
