select
    id,
    created_at,
    suspended_at
from tenants
where id = any($1::text[])
