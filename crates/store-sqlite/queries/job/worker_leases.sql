select
    lease_worker as "worker!: String",
    count(*) as "leases!: i64"
from jobs
where state = 'running'
group by lease_worker
order by 2 desc, 1
limit 50
