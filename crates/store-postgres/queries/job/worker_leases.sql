select
    lease_worker as "worker!",
    count(*) as "leases!"
from jobs
where state = 'running'
group by lease_worker
order by 2 desc, lease_worker collate "C"
limit 50
