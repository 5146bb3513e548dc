select id
from jobs
where lease_request = $1
    and state = 'running'
    and lease_expires_at > $2
