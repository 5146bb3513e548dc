select
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
from attempts
where tenant_id = $1
    and job_id = $2
order by number
