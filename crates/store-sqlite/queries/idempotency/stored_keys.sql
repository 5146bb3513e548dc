select
    stored.tenant_id,
    stored.key,
    stored.fingerprint,
    stored.request,
    payloads.body as "payload?: String",
    stored.job_id
from json_each(?1) as wanted
cross join idempotency_keys as stored
    on stored.tenant_id = wanted.value ->> 'tenant_id'
    and stored.key = wanted.value ->> 'key'
left join payloads
    on payloads.tenant_id = stored.tenant_id
    and payloads.job_id = stored.job_id
    and payloads.revision = 1
