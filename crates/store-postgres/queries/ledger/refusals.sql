-- Whatever was asked for is logged, so the sum may pass 64 bits; then it says the most it can.
with refused as (
    select
        id,
        at,
        units,
        limit_units,
        used,
        reserved
    from submissions
    where tenant_id = $1
        and meter = $2
        and code = 'limit_exceeded'
        and at >= $3
),
first as (
    select
        limit_units,
        used,
        reserved
    from refused
    order by at, id
    limit 1
),
sums as (
    select
        count(*) as refusals,
        least(sum(units), 9223372036854775807)::bigint as units,
        min(at) as first_at,
        max(at) as last_at
    from refused
)
select
    sums.refusals as "refusals!",
    sums.units as "units!",
    sums.first_at as "first_at!",
    sums.last_at as "last_at!",
    first.limit_units as "limit_units!",
    first.used as "used!",
    first.reserved as "reserved!"
from sums
cross join first
