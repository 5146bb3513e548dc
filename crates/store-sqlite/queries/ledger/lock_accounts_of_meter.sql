-- The writer holds the lock of the whole database, so reading is locking.
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
where tenant_id = ?1
    and meter = ?2
order by period_start
