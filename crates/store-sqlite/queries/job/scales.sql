select
    jobs.id,
    meters.scale
from json_each(?1) as wanted
cross join jobs
    on jobs.id = unhex(wanted.value)
cross join meters
    on meters.tenant_id = jobs.tenant_id
    and meters.name = jobs.meter
