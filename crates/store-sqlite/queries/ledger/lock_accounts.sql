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
from json_each(?1) as wanted
cross join accounts
    on accounts.tenant_id = wanted.value ->> 'tenant_id'
    and accounts.meter = wanted.value ->> 'meter'
    and accounts.period_start = wanted.value ->> 'period_start'
order by wanted.key
