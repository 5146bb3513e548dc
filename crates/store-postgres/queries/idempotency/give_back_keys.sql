delete from idempotency_keys as keys
using unnest($1::text[], $2::text[]) as given (tenant_id, key)
where keys.tenant_id = given.tenant_id
    and keys.key = given.key
