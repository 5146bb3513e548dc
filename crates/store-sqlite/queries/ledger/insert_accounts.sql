-- Not by ON CONFLICT: the guard against replacing an account fires before conflicts are looked at.
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
    value ->> 'tenant_id',
    value ->> 'meter',
    value ->> 'period_start',
    0,
    0,
    0,
    0,
    zeroblob(32)
from json_each(?1) as wanted
where not exists (
    select 1
    from accounts
    where tenant_id = wanted.value ->> 'tenant_id'
        and meter = wanted.value ->> 'meter'
        and period_start = wanted.value ->> 'period_start'
)
