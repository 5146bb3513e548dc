-- Overrides, their events and one-use targets, the audit, and the guards that need them.

select set_config('search_path', format('%I, pg_temp', current_schema()), true);

create table overrides (
    id               uuid             not null primary key,
    kind             text collate "C" not null check (kind in (
        'requeue', 'edit_and_requeue', 'release_hold', 'discard', 'mark_succeeded', 'set_limit', 'adjust', 'reverse'
    )),
    tenant_id        text collate "C" references tenants (id),
    -- Exactly what will run; the digest is its SHA-256.
    canonical        text             not null,
    digest           bytea            not null check (octet_length(digest) = 32),
    reason           text             not null check (length(reason) >= 3),
    requester        text collate "C" not null references operators (name),
    approvals_needed bigint           not null check (approvals_needed >= 0),
    single_operator  boolean          not null,
    policy_version   bigint           not null check (policy_version >= 1),
    request_id       text collate "C" not null check (length(request_id) between 1 and 255),
    requested_at     bigint           not null,
    expires_at       bigint           not null check (expires_at > requested_at)
);

create unique index overrides_request on overrides (requester, request_id);

create table override_events (
    override_id   uuid             not null references overrides (id),
    sequence      bigint           not null check (sequence >= 1),
    kind          text collate "C" not null check (kind in (
        'requested', 'approved', 'executed', 'failed', 'rejected', 'withdrawn', 'expired', 'stale'
    )),
    operator      text collate "C" references operators (name),
    reason        text,
    at            bigint           not null,
    previous_hash bytea            not null check (octet_length(previous_hash) = 32),
    hash          bytea            not null check (octet_length(hash) = 32),
    primary key (override_id, sequence),
    check (kind not in ('approved', 'rejected') or operator is not null),
    check (kind <> 'rejected' or reason is not null)
);

-- One vote a person, one end an override.
create unique index override_events_one_vote on override_events (override_id, operator)
    where kind in ('approved', 'rejected');
create unique index override_events_one_end on override_events (override_id)
    where kind in ('executed', 'failed', 'rejected', 'withdrawn', 'expired', 'stale');

-- Each row allows one change: of one job in one generation, one limit of one version, one entry.
create table override_targets (
    override_id uuid             not null references overrides (id),
    kind        text collate "C" not null,
    tenant_id   text collate "C" not null,
    -- Job id in lower-case hexadecimal with hyphens, meter name, or meter/period_start/sequence of an entry.
    target      text collate "C" not null,
    version     bigint           not null,
    primary key (override_id, tenant_id, target)
);

create unique index override_targets_one_use on override_targets (tenant_id, target, kind, version);

create table audit (
    sequence      bigint not null primary key check (sequence >= 1),
    at            bigint not null,
    actor         text   not null,
    action        text   not null,
    tenant_id     text collate "C",
    object        text   not null,
    reason        text,
    outcome       text   not null,
    override_id   uuid,
    override_head bytea check (override_head is null or octet_length(override_head) = 32),
    previous_hash bytea  not null check (octet_length(previous_hash) = 32),
    hash          bytea  not null check (octet_length(hash) = 32)
);

create trigger overrides_are_never_changed before update on overrides
for each row execute function onceover_refuse('overrides are append-only');
create trigger overrides_are_never_deleted before delete on overrides
for each row execute function onceover_refuse('overrides are append-only');
create trigger overrides_are_never_emptied before truncate on overrides
for each statement execute function onceover_refuse('overrides are append-only');

-- All rules of events at once; each speaks of what came before in the chain of its override.
create function onceover_override_events_continue() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (
        select 1
        from added as a
        join overrides as o on o.id = a.override_id
        left join override_events as p on p.override_id = a.override_id and p.sequence = a.sequence - 1
        where (a.sequence = 1 and a.previous_hash <> o.digest)
            or (a.sequence > 1 and (p.sequence is null or p.hash <> a.previous_hash))
    ) then
        raise exception 'an override event continues the chain of its override';
    end if;
    if exists (
        select 1
        from added as a
        join override_events as e on e.override_id = a.override_id
        where e.sequence < a.sequence
            and e.kind in ('executed', 'failed', 'rejected', 'withdrawn', 'expired', 'stale')
    ) then
        raise exception 'this override has ended';
    end if;
    if exists (
        select 1
        from added as a
        join overrides as o on o.id = a.override_id
        where a.kind in ('approved', 'rejected') and a.operator = o.requester
    ) then
        raise exception 'nobody votes on their own request';
    end if;
    if exists (
        select 1
        from added as a
        join overrides as o on o.id = a.override_id
        where a.kind = 'executed'
            and o.approvals_needed > (
                select count(distinct e.operator)
                from override_events as e
                where e.override_id = a.override_id and e.kind = 'approved' and e.sequence < a.sequence
            )
    ) then
        raise exception 'this override lacks approvals';
    end if;
    return null;
end;
$$;

create trigger override_events_are_never_changed before update on override_events
for each row execute function onceover_refuse('override events are append-only');
create trigger override_events_are_never_deleted before delete on override_events
for each row execute function onceover_refuse('override events are append-only');
create trigger override_events_are_never_emptied before truncate on override_events
for each statement execute function onceover_refuse('override events are append-only');
create trigger override_events_continue_the_chain after insert on override_events
referencing new table as added
for each statement execute function onceover_override_events_continue();

-- What was voted on names its targets: none can be added to an executed override afterwards.
create function onceover_override_targets_belong() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (
        select 1
        from added as a
        where not exists (
            select 1
            from overrides as o
            join override_events as e on e.override_id = o.id and e.kind = 'executed'
            where o.id = a.override_id
                and o.kind = a.kind
                and (o.tenant_id is null or o.tenant_id = a.tenant_id)
                and position('"' || a.target || '"' in o.canonical) > 0
        )
    ) then
        raise exception 'a target belongs to an executed override of its kind and is used once';
    end if;
    return null;
end;
$$;

create trigger override_targets_are_never_changed before update on override_targets
for each row execute function onceover_refuse('override targets are append-only');
create trigger override_targets_are_never_deleted before delete on override_targets
for each row execute function onceover_refuse('override targets are append-only');
create trigger override_targets_are_never_emptied before truncate on override_targets
for each statement execute function onceover_refuse('override targets are append-only');
create trigger override_targets_belong_to_what_runs after insert on override_targets
referencing new table as added
for each statement execute function onceover_override_targets_belong();

create function onceover_audit_continues() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (
        select 1
        from added as a
        left join audit as p on p.sequence = a.sequence - 1
        where (a.sequence = 1 and a.previous_hash <> decode(repeat('00', 32), 'hex'))
            or (a.sequence > 1 and (p.sequence is null or p.hash <> a.previous_hash))
    ) then
        raise exception 'an audit record continues the chain';
    end if;
    return null;
end;
$$;

create trigger audit_is_never_changed before update on audit
for each row execute function onceover_refuse('the audit is append-only');
create trigger audit_is_never_deleted before delete on audit
for each row execute function onceover_refuse('the audit is append-only');
create trigger audit_is_never_emptied before truncate on audit
for each statement execute function onceover_refuse('the audit is append-only');
create trigger audit_follows_the_last after insert on audit
referencing new table as added
for each statement execute function onceover_audit_continues();

-- Nothing but an executed override of the fitting kind takes a job out of dead_letter, and each serves once.
create function onceover_jobs_leave_dead_letter() returns trigger language plpgsql set search_path from current as $$
begin
    if not exists (
        select 1
        from override_targets as t
        where t.tenant_id = old.tenant_id
            and t.target = old.id::text
            and t.version = old.generation
            and (
                (t.kind = 'requeue' and new.state = 'queued' and new.generation = old.generation + 1
                    and new.payload_revision = old.payload_revision)
                or (t.kind = 'edit_and_requeue' and new.state = 'queued' and new.generation = old.generation + 1
                    and new.payload_revision = old.payload_revision + 1)
                or (t.kind = 'discard' and new.state = 'cancelled')
                or (t.kind = 'mark_succeeded' and new.state = 'succeeded')
            )
    ) then
        raise exception 'a job leaves dead_letter only by an executed override of its own';
    end if;
    return null;
end;
$$;

create trigger jobs_leave_dead_letter_by_override after update on jobs
for each row when (
    old.state = 'dead_letter'
    and (new.state is distinct from old.state
        or new.generation is distinct from old.generation
        or new.payload_revision is distinct from old.payload_revision)
) execute function onceover_jobs_leave_dead_letter();
-- Two back doors around the guard above: back to the generation of an override that was used, and being born past it.
create trigger jobs_keep_their_generation after update on jobs
for each row when (
    old.state <> 'dead_letter'
    and (new.generation is distinct from old.generation or new.payload_revision is distinct from old.payload_revision)
) execute function onceover_refuse('generation and payload of a job change only when it leaves dead_letter');
create trigger jobs_are_born_queued before insert on jobs
for each row when (new.state <> 'queued' or new.generation <> 1 or new.payload_revision <> 1 or new.attempt <> 0)
execute function onceover_refuse('a job begins queued, in generation 1');

-- The first limit is set-up; every later one needs its own executed override.
create function onceover_limits_by_override() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (
        select 1
        from added as a
        where a.version > 1
            and not exists (
                select 1
                from override_targets as t
                where t.tenant_id = a.tenant_id
                    and t.target = a.meter
                    and t.kind = 'set_limit'
                    and t.version = a.version - 1
                    and t.override_id = a.override_id
            )
    ) then
        raise exception 'a limit changes only by an executed override of its own';
    end if;
    return null;
end;
$$;

create trigger limits_change_by_override after insert on limits
referencing new table as added
for each statement execute function onceover_limits_by_override();

-- Corrections need their own executed override.
create function onceover_entries_by_override() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (
        select 1
        from added as a
        where a.kind in ('adjust', 'reverse')
            and not exists (
                select 1
                from override_targets as t
                where t.tenant_id = a.tenant_id
                    and t.target = a.meter || '/' || a.period_start || '/' || coalesce(a.reverses, a.sequence)
                    and t.kind = a.kind
                    and t.override_id = a.override_id
            )
    ) then
        raise exception 'a correction needs an executed override of its own';
    end if;
    return null;
end;
$$;

create trigger entries_correct_by_override after insert on entries
referencing new table as added
for each statement execute function onceover_entries_by_override();

call onceover_guards_hold_always();
