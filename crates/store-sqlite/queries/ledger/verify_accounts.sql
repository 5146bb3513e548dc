select
    accounts.tenant_id,
    accounts.meter,
    accounts.period_start as "period_start!",
    accounts.used,
    accounts.reserved,
    accounts.sequence,
    accounts.last_at,
    accounts.last_hash
from accounts
where (tenant_id, meter, period_start) > (?1, ?2, ?3)
order by tenant_id, meter, period_start
limit ?4
