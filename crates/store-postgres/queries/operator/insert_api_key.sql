insert into api_keys (
    id,
    tenant_id,
    name,
    scopes,
    secret_hash,
    created_at,
    expires_at,
    revoked_at
)
values ($1, $2, $3, $4, $5, $6, $7, $8)
