select
    payloads.job_id,
    payloads.body
from jobs
join payloads
    on payloads.tenant_id = jobs.tenant_id
    and payloads.job_id = jobs.id
    and payloads.revision = jobs.payload_revision
where jobs.id = any($1::uuid[])
