select
    id,
    created_at,
    suspended_at
from tenants
order by id
limit 10000
