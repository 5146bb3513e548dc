insert into audit (
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
)
select
    value ->> 'sequence',
    value ->> 'at',
    value ->> 'actor',
    value ->> 'action',
    value ->> 'tenant_id',
    value ->> 'object',
    value ->> 'reason',
    value ->> 'outcome',
    unhex(value ->> 'override_id'),
    unhex(value ->> 'override_head'),
    unhex(value ->> 'previous_hash'),
    unhex(value ->> 'hash')
from json_each(?1)
order by key
