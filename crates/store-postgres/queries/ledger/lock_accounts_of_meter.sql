select
    accounts.tenant_id,
    accounts.meter,
    accounts.period_start,
    accounts.used,
    accounts.reserved,
    accounts.sequence,
    accounts.last_at,
    accounts.last_hash
from accounts
where accounts.tenant_id = $1
    and accounts.meter = $2
order by accounts.period_start
for update
