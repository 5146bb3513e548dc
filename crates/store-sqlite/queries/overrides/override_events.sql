select
    events.override_id,
    events.sequence as "sequence!",
    events.kind,
    events.operator,
    events.reason,
    events.at,
    events.previous_hash,
    events.hash
from json_each(?1) as wanted
cross join override_events as events
    on events.override_id = unhex(wanted.value)
order by wanted.key, events.sequence
