select
    meters.tenant_id,
    meters.name,
    meters.scale,
    meters.period,
    meters.reserve_at,
    meters.overage,
    current.units as limit_units,
    current.version as limit_version
from meters
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
where ($1::text is null or meters.tenant_id = $1)
order by meters.tenant_id, meters.name
