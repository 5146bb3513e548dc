insert into idempotency_keys (
    tenant_id,
    key,
    fingerprint,
    request,
    job_id,
    created_at
)
select
    value ->> 'tenant_id',
    value ->> 'key',
    unhex(value ->> 'fingerprint'),
    value ->> 'request',
    unhex(value ->> 'job_id'),
    value ->> 'created_at'
from jsonb_each(?1) as wanted
where not exists (
    select 1
    from idempotency_keys as taken
    where taken.tenant_id = wanted.value ->> 'tenant_id'
        and taken.key = wanted.value ->> 'key'
)
returning
    tenant_id as "tenant_id!: String",
    key as "key!: String"
