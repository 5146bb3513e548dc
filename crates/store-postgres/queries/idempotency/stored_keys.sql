select
    keys.tenant_id,
    keys.key,
    keys.fingerprint,
    keys.request,
    keys.job_id,
    payloads.body as "payload?"
from unnest($1::text[], $2::text[]) as wanted (tenant_id, key)
join idempotency_keys as keys
    on keys.tenant_id = wanted.tenant_id
    and keys.key = wanted.key
left join payloads
    on payloads.tenant_id = keys.tenant_id
    and payloads.job_id = keys.job_id
    and payloads.revision = 1
