-- The writer holds the lock of the whole database, so reading is locking.
select
    sequence,
    at,
    hash
from audit
order by sequence desc
limit 1
