update accounts
set
    used = next.used,
    reserved = next.reserved,
    sequence = next.sequence,
    last_at = next.last_at,
    last_hash = next.last_hash
from (
    select
        value ->> 'tenant_id' as tenant_id,
        value ->> 'meter' as meter,
        value ->> 'period_start' as period_start,
        value ->> 'used' as used,
        value ->> 'reserved' as reserved,
        value ->> 'sequence' as sequence,
        value ->> 'last_at' as last_at,
        unhex(value ->> 'last_hash') as last_hash
    from json_each(?1)
) as next
where accounts.tenant_id = next.tenant_id
    and accounts.meter = next.meter
    and accounts.period_start = next.period_start
