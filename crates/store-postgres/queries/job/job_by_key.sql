select job_id
from idempotency_keys
where tenant_id = $1
    and key = $2
