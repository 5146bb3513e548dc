select
    jobs.id,
    meters.scale
from jobs
join meters
    on meters.tenant_id = jobs.tenant_id
    and meters.name = jobs.meter
where jobs.id = any($1::uuid[])
