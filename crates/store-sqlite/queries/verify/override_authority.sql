-- What only an override may change was changed by one that was executed with enough votes of others.
with authorised as materialized (
    select overrides.id
    from overrides
    where exists (
            select 1
            from override_events as events
            where events.override_id = overrides.id
                and events.kind = 'executed'
        )
        and (
            select count(distinct events.operator)
            from override_events as events
            where events.override_id = overrides.id
                and events.kind = 'approved'
                and events.operator <> overrides.requester
        ) >= overrides.approvals_needed
)
select
    'override ' || lower(substr(hex(overrides.id), 1, 8) || '-' || substr(hex(overrides.id), 9, 4) || '-' || substr(hex(overrides.id), 13, 4)
        || '-' || substr(hex(overrides.id), 17, 4) || '-' || substr(hex(overrides.id), 21)) as "row!: String",
    'it was executed without the ' || overrides.approvals_needed || ' approvals of others it needs' as "problem!: String"
from overrides
cross join override_events as events
    on events.override_id = overrides.id
    and events.kind = 'executed'
where overrides.id not in (select id from authorised)
union all
select
    'override ' || lower(substr(hex(overrides.id), 1, 8) || '-' || substr(hex(overrides.id), 9, 4) || '-' || substr(hex(overrides.id), 13, 4)
        || '-' || substr(hex(overrides.id), 17, 4) || '-' || substr(hex(overrides.id), 21)),
    'its requester ' || overrides.requester || ' voted for it'
from overrides
cross join override_events as events
    on events.override_id = overrides.id
    and events.kind = 'approved'
    and events.operator = overrides.requester
union all
select
    'limit ' || limits.tenant_id || '/' || limits.meter || '/' || limits.version,
    'no executed override allowed this change'
from limits
where limits.version > 1
    and not exists (
        select 1
        from override_targets as targets
        cross join authorised
            on authorised.id = targets.override_id
        where targets.override_id = limits.override_id
            and targets.tenant_id = limits.tenant_id
            and targets.target = limits.meter
            and targets.kind = 'set_limit'
            and targets.version = limits.version - 1
    )
union all
select
    'entry ' || entries.tenant_id || '/' || entries.meter || '/' || entries.period_start || '/' || entries.sequence,
    'no executed override allowed this correction'
from entries
where entries.kind in ('adjust', 'reverse')
    and not exists (
        select 1
        from override_targets as targets
        cross join authorised
            on authorised.id = targets.override_id
        where targets.override_id = entries.override_id
            and targets.tenant_id = entries.tenant_id
            and targets.target = entries.meter || '/' || entries.period_start || '/'
                || coalesce(entries.reverses, entries.sequence)
            and targets.kind = entries.kind
    )
union all
select
    'job ' || lower(substr(hex(jobs.id), 1, 8) || '-' || substr(hex(jobs.id), 9, 4) || '-' || substr(hex(jobs.id), 13, 4)
        || '-' || substr(hex(jobs.id), 17, 4) || '-' || substr(hex(jobs.id), 21)),
    'it is in generation ' || jobs.generation || ' and executed overrides do not account for each requeue'
from jobs
where jobs.generation > 1
    and jobs.generation - 1 <> (
        select count(distinct targets.version)
        from override_targets as targets
        cross join authorised
            on authorised.id = targets.override_id
        where targets.tenant_id = jobs.tenant_id
            and targets.target = lower(substr(hex(jobs.id), 1, 8) || '-' || substr(hex(jobs.id), 9, 4) || '-' || substr(hex(jobs.id), 13, 4)
                || '-' || substr(hex(jobs.id), 17, 4) || '-' || substr(hex(jobs.id), 21))
            and targets.kind in ('requeue', 'edit_and_requeue')
            and targets.version between 1 and jobs.generation - 1
    )
union all
select
    'job ' || lower(substr(hex(jobs.id), 1, 8) || '-' || substr(hex(jobs.id), 9, 4) || '-' || substr(hex(jobs.id), 13, 4)
                || '-' || substr(hex(jobs.id), 17, 4) || '-' || substr(hex(jobs.id), 21)),
    'it left dead_letter in generation ' || jobs.generation || ' without an executed override'
from jobs
where jobs.state <> 'dead_letter'
    and exists (
        select 1
        from attempts
        where attempts.tenant_id = jobs.tenant_id
            and attempts.job_id = jobs.id
            and attempts.generation = jobs.generation
            and attempts.state_after = 'dead_letter'
    )
    and not exists (
        select 1
        from override_targets as targets
        cross join authorised
            on authorised.id = targets.override_id
        where targets.tenant_id = jobs.tenant_id
            and targets.target = lower(substr(hex(jobs.id), 1, 8) || '-' || substr(hex(jobs.id), 9, 4) || '-' || substr(hex(jobs.id), 13, 4)
                || '-' || substr(hex(jobs.id), 17, 4) || '-' || substr(hex(jobs.id), 21))
            and targets.kind in ('discard', 'mark_succeeded')
            and targets.version = jobs.generation
    )
limit 1000
