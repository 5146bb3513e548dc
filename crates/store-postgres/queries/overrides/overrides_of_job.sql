select targets.override_id
from jobs
join override_targets as targets
    on targets.tenant_id = jobs.tenant_id
    and targets.target = jobs.id::text
join override_events as events
    on events.override_id = targets.override_id
    and events.kind = 'executed'
where jobs.id = $1
    and targets.kind in ('requeue', 'edit_and_requeue', 'release_hold', 'discard', 'mark_succeeded')
order by events.at, targets.override_id
