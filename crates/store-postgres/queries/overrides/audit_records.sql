select
    sequence,
    at,
    actor,
    action,
    tenant_id,
    object,
    reason,
    outcome,
    override_id,
    override_head,
    previous_hash,
    hash
from audit
where sequence > $1
order by sequence
limit $2
