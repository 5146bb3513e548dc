insert into override_events (
    override_id,
    sequence,
    kind,
    operator,
    reason,
    at,
    previous_hash,
    hash
)
select
    unhex(value ->> 'override_id'),
    value ->> 'sequence',
    value ->> 'kind',
    value ->> 'operator',
    value ->> 'reason',
    value ->> 'at',
    unhex(value ->> 'previous_hash'),
    unhex(value ->> 'hash')
from json_each(?1)
order by key
