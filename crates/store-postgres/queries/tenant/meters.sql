select
    meters.tenant_id,
    meters.name,
    meters.scale,
    meters.period,
    meters.reserve_at,
    meters.overage,
    current.units as limit_units,
    current.version as limit_version
from unnest($1::text[], $2::text[]) as wanted (tenant_id, name)
join meters
    on meters.tenant_id = wanted.tenant_id
    and meters.name = wanted.name
cross join lateral (
    select
        limits.units,
        limits.version
    from limits
    where limits.tenant_id = meters.tenant_id
        and limits.meter = meters.name
    order by limits.version desc
    limit 1
) as current
