-- Whatever was asked for is logged, so the sum may pass 64 bits; it is taken in halves.
select
    count(*) as "count!: i64",
    coalesce(sum(refused.units >> 32), 0) as "units_high!: i64",
    coalesce(sum(refused.units & 4294967295), 0) as "units_low!: i64",
    max(refused.at) as "last_at: i64",
    earliest.at as "first_at: i64",
    earliest.limit_units as "limit_units: i64",
    earliest.used as "used: i64",
    earliest.reserved as "reserved: i64"
from (
    select
        at,
        limit_units,
        used,
        reserved
    from submissions
    where tenant_id = ?1
        and meter = ?2
        and code = 'limit_exceeded'
        and at >= ?3
    order by at, id
    limit 1
) as earliest
cross join submissions as refused
where refused.tenant_id = ?1
    and refused.meter = ?2
    and refused.code = 'limit_exceeded'
    and refused.at >= ?3
