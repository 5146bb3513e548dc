-- Each limit is what its override set, none is missing, and each reserve was judged by one that was in force.
select
    'limit ' || limits.tenant_id || '/' || limits.meter || '/' || limits.version as "row!",
    'it is ' || limits.units || ', which is not what its override set' as "problem!"
from limits
join overrides
    on overrides.id = limits.override_id
where limits.version > 1
    and strpos(overrides.canonical, '"units":"' || limits.units || '"') = 0
union all
select
    'limit ' || targets.tenant_id || '/' || targets.target || '/' || (targets.version + 1),
    'an executed override set it, and it is not there'
from override_targets as targets
where targets.kind = 'set_limit'
    and not exists (
        select 1
        from limits
        where limits.tenant_id = targets.tenant_id
            and limits.meter = targets.target
            and limits.version = targets.version + 1
            and limits.override_id = targets.override_id
    )
union all
select
    'entry ' || entries.tenant_id || '/' || entries.meter || '/' || entries.period_start || '/' || entries.sequence,
    'it carries limit ' || entries.limit_units || ' as version ' || entries.limit_version || ', which was never in force'
from entries
where entries.kind = 'reserve'
    and not exists (
        select 1
        from limits
        where limits.tenant_id = entries.tenant_id
            and limits.meter = entries.meter
            and limits.version = entries.limit_version
            and limits.units = entries.limit_units
    )
limit 1000
