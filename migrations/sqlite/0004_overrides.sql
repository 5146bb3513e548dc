-- Overrides, their events and one-use targets, the audit, and the guards that need them.

create table overrides (
    id               blob    not null primary key check (length(id) = 16),
    kind             text    not null check (kind in (
        'requeue', 'edit_and_requeue', 'release_hold', 'discard', 'mark_succeeded', 'set_limit', 'adjust', 'reverse'
    )),
    tenant_id        text references tenants (id),
    -- Exactly what will run; the digest is its SHA-256.
    canonical        text    not null,
    digest           blob    not null check (length(digest) = 32),
    reason           text    not null check (length(reason) >= 3),
    requester        text    not null references operators (name),
    approvals_needed integer not null check (approvals_needed >= 0),
    single_operator  integer not null check (single_operator in (0, 1)),
    policy_version   integer not null check (policy_version >= 1),
    request_id       text    not null check (length(request_id) between 1 and 255),
    requested_at     integer not null,
    expires_at       integer not null check (expires_at > requested_at)
) strict, without rowid;

create unique index overrides_request on overrides (requester, request_id);

create table override_events (
    override_id   blob    not null references overrides (id),
    sequence      integer not null check (sequence >= 1),
    kind          text    not null check (kind in (
        'requested', 'approved', 'executed', 'failed', 'rejected', 'withdrawn', 'expired', 'stale'
    )),
    operator      text references operators (name),
    reason        text,
    at            integer not null,
    previous_hash blob    not null check (length(previous_hash) = 32),
    hash          blob    not null check (length(hash) = 32),
    primary key (override_id, sequence),
    check (kind not in ('approved', 'rejected') or operator is not null),
    check (kind <> 'rejected' or reason is not null)
) strict, without rowid;

-- One vote a person, one end an override.
create unique index override_events_one_vote on override_events (override_id, operator)
    where kind in ('approved', 'rejected');
create unique index override_events_one_end on override_events (override_id)
    where kind in ('executed', 'failed', 'rejected', 'withdrawn', 'expired', 'stale');

-- Each row allows one change: of one job in one generation, one limit of one version, one entry.
create table override_targets (
    override_id blob    not null references overrides (id),
    kind        text    not null,
    tenant_id   text    not null,
    -- Job id in lower-case hexadecimal with hyphens, meter name, or meter/period_start/sequence of an entry.
    target      text    not null,
    version     integer not null,
    primary key (override_id, tenant_id, target)
) strict, without rowid;

create unique index override_targets_one_use on override_targets (tenant_id, target, kind, version);

create table audit (
    sequence      integer not null primary key check (sequence >= 1),
    at            integer not null,
    actor         text    not null,
    action        text    not null,
    tenant_id     text,
    object        text    not null,
    reason        text,
    outcome       text    not null,
    override_id   blob,
    override_head blob check (override_head is null or length(override_head) = 32),
    previous_hash blob    not null check (length(previous_hash) = 32),
    hash          blob    not null check (length(hash) = 32)
) strict;

create trigger overrides_are_never_changed before update on overrides
begin select raise(abort, 'overrides are append-only'); end;
create trigger overrides_are_never_deleted before delete on overrides
begin select raise(abort, 'overrides are append-only'); end;
create trigger overrides_are_never_replaced before insert on overrides
when exists (select 1 from overrides where id = new.id or (requester = new.requester and request_id = new.request_id))
begin select raise(abort, 'overrides are append-only: this id or request exists'); end;

create trigger override_events_are_never_changed before update on override_events
begin select raise(abort, 'override events are append-only'); end;
create trigger override_events_are_never_deleted before delete on override_events
begin select raise(abort, 'override events are append-only'); end;
create trigger override_events_follow_the_last before insert on override_events
when new.sequence is not 1 + coalesce((
        select max(sequence) from override_events where override_id = new.override_id
    ), 0)
    or new.previous_hash is not coalesce(
        (select hash from override_events where override_id = new.override_id and sequence = new.sequence - 1),
        (select digest from overrides where id = new.override_id)
    )
begin select raise(abort, 'an override event continues the chain of its override'); end;
create trigger override_events_end_once before insert on override_events
when exists (
    select 1
    from override_events
    where override_id = new.override_id
        and kind in ('executed', 'failed', 'rejected', 'withdrawn', 'expired', 'stale')
)
begin select raise(abort, 'this override has ended'); end;
create trigger override_events_nobody_approves_their_own before insert on override_events
when new.kind in ('approved', 'rejected')
    and new.operator is (select requester from overrides where id = new.override_id)
begin select raise(abort, 'nobody votes on their own request'); end;
create trigger override_events_have_one_vote_a_person before insert on override_events
when new.kind in ('approved', 'rejected') and exists (
    select 1
    from override_events
    where override_id = new.override_id and operator = new.operator and kind in ('approved', 'rejected')
)
begin select raise(abort, 'one vote a person'); end;
create trigger override_events_execute_with_enough_votes before insert on override_events
when new.kind = 'executed' and (
    select count(distinct operator) from override_events where override_id = new.override_id and kind = 'approved'
) < (select approvals_needed from overrides where id = new.override_id)
begin select raise(abort, 'this override lacks approvals'); end;

create trigger override_targets_are_never_changed before update on override_targets
begin select raise(abort, 'override targets are append-only'); end;
create trigger override_targets_are_never_deleted before delete on override_targets
begin select raise(abort, 'override targets are append-only'); end;
-- What was voted on names its targets: none can be added to an executed override afterwards.
create trigger override_targets_belong_to_what_runs before insert on override_targets
when not exists (
        select 1
        from overrides as o
        join override_events as e on e.override_id = o.id and e.kind = 'executed'
        where o.id = new.override_id
            and o.kind = new.kind
            and (o.tenant_id is null or o.tenant_id = new.tenant_id)
            and instr(o.canonical, '"' || new.target || '"') > 0
    )
    or exists (
        select 1
        from override_targets
        where tenant_id = new.tenant_id and target = new.target and kind = new.kind and version = new.version
    )
    or exists (
        select 1
        from override_targets
        where override_id = new.override_id and tenant_id = new.tenant_id and target = new.target
    )
begin select raise(abort, 'a target belongs to an executed override of its kind and is used once'); end;

create trigger audit_is_never_changed before update on audit
begin select raise(abort, 'the audit is append-only'); end;
create trigger audit_is_never_deleted before delete on audit
begin select raise(abort, 'the audit is append-only'); end;
create trigger audit_follows_the_last before insert on audit
when new.sequence is not 1 + coalesce((select max(sequence) from audit), 0)
    or new.previous_hash is not coalesce((select hash from audit order by sequence desc limit 1), zeroblob(32))
begin select raise(abort, 'an audit record continues the chain'); end;

-- Nothing but an executed override of the fitting kind takes a job out of dead_letter, and each serves once.
create trigger jobs_leave_dead_letter_by_override before update of state, generation, payload_revision on jobs
when old.state = 'dead_letter'
    and (new.state is not old.state
        or new.generation is not old.generation
        or new.payload_revision is not old.payload_revision)
    and not exists (
        select 1
        from override_targets as t
        where t.tenant_id = old.tenant_id
            and t.target = lower(
                substr(hex(old.id), 1, 8) || '-' || substr(hex(old.id), 9, 4) || '-' || substr(hex(old.id), 13, 4)
                || '-' || substr(hex(old.id), 17, 4) || '-' || substr(hex(old.id), 21)
            )
            and t.version = old.generation
            and (
                (t.kind = 'requeue' and new.state = 'queued' and new.generation = old.generation + 1
                    and new.payload_revision = old.payload_revision)
                or (t.kind = 'edit_and_requeue' and new.state = 'queued' and new.generation = old.generation + 1
                    and new.payload_revision = old.payload_revision + 1)
                or (t.kind = 'discard' and new.state = 'cancelled')
                or (t.kind = 'mark_succeeded' and new.state = 'succeeded')
            )
    )
begin select raise(abort, 'a job leaves dead_letter only by an executed override of its own'); end;
-- Two back doors around the guard above: back to the generation of an override that was used, and being born past it.
create trigger jobs_keep_their_generation before update of generation, payload_revision on jobs
when old.state <> 'dead_letter'
    and (new.generation is not old.generation or new.payload_revision is not old.payload_revision)
begin select raise(abort, 'generation and payload of a job change only when it leaves dead_letter'); end;
create trigger jobs_are_born_queued before insert on jobs
when new.state is not 'queued' or new.generation is not 1 or new.payload_revision is not 1 or new.attempt is not 0
begin select raise(abort, 'a job begins queued, in generation 1'); end;

-- The first limit is set-up; every later one needs its own executed override.
create trigger limits_change_by_override before insert on limits
when new.version > 1 and not exists (
    select 1
    from override_targets
    where tenant_id = new.tenant_id
        and target = new.meter
        and kind = 'set_limit'
        and version = new.version - 1
        and override_id = new.override_id
)
begin select raise(abort, 'a limit changes only by an executed override of its own'); end;

-- Corrections need their own executed override.
create trigger entries_correct_by_override before insert on entries
when new.kind in ('adjust', 'reverse') and not exists (
    select 1
    from override_targets
    where tenant_id = new.tenant_id
        and target = new.meter || '/' || new.period_start || '/' || coalesce(new.reverses, new.sequence)
        and kind = new.kind
        and override_id = new.override_id
)
begin select raise(abort, 'a correction needs an executed override of its own'); end;
