select
    override_id,
    sequence,
    kind,
    operator,
    reason,
    at,
    previous_hash,
    hash
from override_events
where override_id = any($1::uuid[])
order by override_id, sequence
