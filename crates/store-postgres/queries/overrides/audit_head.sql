select
    sequence,
    at,
    hash
from audit
order by sequence desc
limit 1
