select id
from jobs
where state = 'queued'
    and run_at <= $1
order by run_at, id
limit 1
