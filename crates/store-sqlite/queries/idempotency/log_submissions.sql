insert into submissions (
    tenant_id,
    id,
    idempotency_key,
    job_id,
    outcome,
    code,
    sender,
    request_id,
    at,
    paths,
    meter,
    units,
    limit_units,
    used,
    reserved
)
select
    value ->> 'tenant_id',
    unhex(value ->> 'id'),
    value ->> 'idempotency_key',
    unhex(value ->> 'job_id'),
    value ->> 'outcome',
    value ->> 'code',
    value ->> 'sender',
    value ->> 'request_id',
    value ->> 'at',
    value ->> 'paths',
    value ->> 'meter',
    value ->> 'units',
    value ->> 'limit_units',
    value ->> 'used',
    value ->> 'reserved'
from jsonb_each(?1)
