-- Nothing of one tenant names anything of another.
select
    'entry ' || entries.tenant_id || '/' || entries.meter || '/' || entries.period_start || '/' || entries.sequence as "row!",
    'its job belongs to tenant ' || jobs.tenant_id as "problem!"
from entries
join jobs
    on jobs.id = entries.job_id
where jobs.tenant_id <> entries.tenant_id
union all
select
    'entry ' || entries.tenant_id || '/' || entries.meter || '/' || entries.period_start || '/' || entries.sequence,
    'its override belongs to tenant ' || overrides.tenant_id
from entries
join overrides
    on overrides.id = entries.override_id
where overrides.tenant_id <> entries.tenant_id
union all
select
    'entry ' || entries.tenant_id || '/' || entries.meter || '/' || entries.period_start || '/' || entries.sequence,
    'it has no account'
from entries
where not exists (
    select 1
    from accounts
    where accounts.tenant_id = entries.tenant_id
        and accounts.meter = entries.meter
        and accounts.period_start = entries.period_start
)
union all
select
    'job ' || hold.job_id::text,
    'tenant ' || hold.tenant_id || ' holds units for it and it belongs to ' || jobs.tenant_id
from open_reservations as hold
join jobs
    on jobs.id = hold.job_id
where jobs.tenant_id <> hold.tenant_id
union all
select
    'key ' || keys.tenant_id || '/' || keys.key,
    'its job belongs to tenant ' || jobs.tenant_id
from idempotency_keys as keys
join jobs
    on jobs.id = keys.job_id
where jobs.tenant_id <> keys.tenant_id
union all
select
    'submission ' || submissions.id::text,
    'its job belongs to tenant ' || jobs.tenant_id
from submissions
join jobs
    on jobs.id = submissions.job_id
where jobs.tenant_id <> submissions.tenant_id
union all
select
    'override ' || targets.override_id::text,
    'it is of tenant ' || overrides.tenant_id || ' and acts on ' || targets.target || ' of tenant ' || targets.tenant_id
from override_targets as targets
join overrides
    on overrides.id = targets.override_id
where overrides.tenant_id <> targets.tenant_id
union all
select
    'override ' || targets.override_id::text,
    'it names job ' || targets.target || ' under tenant ' || targets.tenant_id || ' and the job belongs to ' || jobs.tenant_id
from override_targets as targets
join jobs
    on jobs.id::text = targets.target
where targets.kind in ('requeue', 'edit_and_requeue', 'release_hold', 'discard', 'mark_succeeded')
    and jobs.tenant_id <> targets.tenant_id
limit 1000
