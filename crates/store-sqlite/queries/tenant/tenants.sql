select
    tenants.id,
    tenants.created_at,
    tenants.suspended_at
from json_each(?1) as wanted
cross join tenants
    on tenants.id = wanted.value
