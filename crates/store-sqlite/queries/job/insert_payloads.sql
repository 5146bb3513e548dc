insert into payloads (
    tenant_id,
    job_id,
    revision,
    body,
    hash
)
select
    value ->> 'tenant_id',
    unhex(value ->> 'job_id'),
    value ->> 'revision',
    value ->> 'body',
    unhex(value ->> 'hash')
from jsonb_each(?1)
