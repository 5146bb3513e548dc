select
    id,
    tenant_id,
    name,
    scopes,
    secret_hash,
    created_at,
    expires_at,
    revoked_at
from api_keys
order by created_at, id
