select
    accounts.tenant_id,
    accounts.meter,
    accounts.period_start,
    accounts.used,
    accounts.reserved,
    accounts.sequence,
    accounts.last_at,
    accounts.last_hash
from unnest($1::text[], $2::text[], $3::bigint[]) as wanted (tenant_id, meter, period_start)
join accounts
    on accounts.tenant_id = wanted.tenant_id
    and accounts.meter = wanted.meter
    and accounts.period_start = wanted.period_start
