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
where (accounts.tenant_id, accounts.meter, accounts.period_start) > ($1::text, $2::text, $3::bigint)
order by accounts.tenant_id, accounts.meter, accounts.period_start
limit $4
