select
    tenant_id,
    kind,
    count(*) as "jobs!: i64"
from jobs indexed by jobs_dead_letter
where state = 'dead_letter'
    and error_group = ?1
group by tenant_id, kind
order by 3 desc, 1, 2
