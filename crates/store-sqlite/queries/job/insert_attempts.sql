insert into attempts (
    tenant_id,
    job_id,
    number,
    generation,
    worker,
    lease_token,
    started_at,
    ended_at,
    outcome,
    error_class,
    error_message,
    error_backtrace,
    retry_at,
    state_after,
    content_hash,
    units
)
select
    value ->> 'tenant_id',
    unhex(value ->> 'job_id'),
    value ->> 'number',
    value ->> 'generation',
    value ->> 'worker',
    unhex(value ->> 'lease_token'),
    value ->> 'started_at',
    value ->> 'ended_at',
    value ->> 'outcome',
    value ->> 'error_class',
    value ->> 'error_message',
    value ->> 'error_backtrace',
    value ->> 'retry_at',
    value ->> 'state_after',
    unhex(value ->> 'content_hash'),
    value ->> 'units'
from jsonb_each(?1)
order by key
