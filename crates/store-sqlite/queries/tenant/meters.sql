select
    meters.tenant_id,
    meters.name,
    meters.scale,
    meters.period,
    meters.reserve_at,
    meters.overage,
    limits.units as "limit_units!: i64",
    limits.version as "limit_version!: i64"
from json_each(?1) as wanted
cross join meters
    on meters.tenant_id = wanted.value ->> 'tenant_id'
    and meters.name = wanted.value ->> 'meter'
cross join limits
    on limits.tenant_id = meters.tenant_id
    and limits.meter = meters.name
    and limits.version = (
        select max(version)
        from limits as later
        where later.tenant_id = meters.tenant_id
            and later.meter = meters.name
    )
