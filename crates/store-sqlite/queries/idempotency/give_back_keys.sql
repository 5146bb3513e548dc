delete from idempotency_keys
where (tenant_id, key) in (
    select
        value ->> 'tenant_id',
        value ->> 'key'
    from json_each(?1)
)
