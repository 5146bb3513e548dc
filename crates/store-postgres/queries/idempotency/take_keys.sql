-- Waits for a transaction that is about to take or give back the same key. The keys that are taken already are read by a
-- statement of their own: this one does not see what was committed after it began.
insert into idempotency_keys (
    tenant_id,
    key,
    fingerprint,
    request,
    job_id,
    created_at
)
select
    wanted.tenant_id,
    wanted.key,
    wanted.fingerprint,
    wanted.request,
    wanted.job_id,
    wanted.created_at
from unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::uuid[], $6::bigint[])
    with ordinality as wanted (tenant_id, key, fingerprint, request, job_id, created_at, position)
order by wanted.position
on conflict (tenant_id, key) do nothing
returning
    tenant_id,
    key
