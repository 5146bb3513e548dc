select
    payloads.job_id,
    payloads.body
from json_each(?1) as wanted
cross join jobs
    on jobs.id = unhex(wanted.value)
cross join payloads
    on payloads.tenant_id = jobs.tenant_id
    and payloads.job_id = jobs.id
    and payloads.revision = jobs.payload_revision
