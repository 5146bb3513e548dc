select
    attempts.job_id,
    attempts.number as "number!",
    attempts.generation,
    attempts.worker,
    attempts.lease_token,
    attempts.started_at,
    attempts.ended_at,
    attempts.outcome,
    attempts.error_class,
    attempts.error_message,
    attempts.error_backtrace,
    attempts.retry_at,
    attempts.state_after,
    attempts.content_hash,
    attempts.units
from json_each(?1) as wanted
cross join jobs
    on jobs.id = unhex(wanted.value ->> 'job_id')
cross join attempts
    on attempts.tenant_id = jobs.tenant_id
    and attempts.job_id = jobs.id
    and attempts.lease_token = unhex(wanted.value ->> 'lease_token')
