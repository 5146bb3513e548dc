select id
from jobs
where state = 'running'
    and lease_expires_at <= $1
order by lease_expires_at
limit $2
for update skip locked
