-- No tenant is the range of all names: every text sorts below a blob.
select
    meters.tenant_id,
    meters.name,
    meters.scale,
    meters.period,
    meters.reserve_at,
    meters.overage,
    limits.units as "limit_units!: i64",
    limits.version as "limit_version!: i64"
from meters
cross join limits
    on limits.tenant_id = meters.tenant_id
    and limits.meter = meters.name
    and limits.version = (
        select max(version)
        from limits as later
        where later.tenant_id = meters.tenant_id
            and later.meter = meters.name
    )
where meters.tenant_id >= coalesce(?1, '')
    and meters.tenant_id <= coalesce(?1, x'')
order by meters.tenant_id, meters.name
