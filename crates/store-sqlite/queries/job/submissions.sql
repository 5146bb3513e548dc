select
    id,
    tenant_id,
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
from submissions indexed by submissions_job
where tenant_id = ?1
    and job_id = ?2
order by at, id
