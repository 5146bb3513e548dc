select id
from overrides
where requester = $1
    and request_id = $2
