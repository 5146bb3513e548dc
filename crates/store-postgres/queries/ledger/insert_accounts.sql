insert into accounts (
    tenant_id,
    meter,
    period_start,
    used,
    reserved,
    sequence,
    last_at,
    last_hash
)
select
    wanted.tenant_id,
    wanted.meter,
    wanted.period_start,
    0,
    0,
    0,
    0,
    decode(repeat('00', 32), 'hex')
from unnest($1::text[], $2::text[], $3::bigint[])
    with ordinality as wanted (tenant_id, meter, period_start, position)
order by wanted.position
on conflict do nothing
