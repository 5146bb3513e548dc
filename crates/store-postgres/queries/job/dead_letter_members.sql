select
    tenant_id,
    kind,
    count(*) as "jobs!"
from jobs
where state = 'dead_letter'
    and error_group = $1
group by tenant_id, kind
order by 3 desc, tenant_id, kind
