select
    attempts.job_id,
    attempts.number,
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
from unnest($1::uuid[], $2::uuid[]) as wanted (job_id, lease_token)
join jobs
    on jobs.id = wanted.job_id
join attempts
    on attempts.tenant_id = jobs.tenant_id
    and attempts.job_id = jobs.id
    and attempts.lease_token = wanted.lease_token
