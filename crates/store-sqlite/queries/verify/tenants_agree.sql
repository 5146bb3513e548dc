-- Nothing of one tenant names anything of another.
select
    'entry ' || entries.tenant_id || '/' || entries.meter || '/' || entries.period_start || '/' || entries.sequence as "row!: String",
    'its job belongs to tenant ' || jobs.tenant_id as "problem!: String"
from entries
cross join jobs
    on jobs.id = entries.job_id
where jobs.tenant_id <> entries.tenant_id
union all
select
    'entry ' || entries.tenant_id || '/' || entries.meter || '/' || entries.period_start || '/' || entries.sequence,
    'its override belongs to tenant ' || overrides.tenant_id
from entries
cross join overrides
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
    'job ' || lower(substr(hex(hold.job_id), 1, 8) || '-' || substr(hex(hold.job_id), 9, 4) || '-' || substr(hex(hold.job_id), 13, 4)
        || '-' || substr(hex(hold.job_id), 17, 4) || '-' || substr(hex(hold.job_id), 21)),
    'tenant ' || hold.tenant_id || ' holds units for it and it belongs to ' || jobs.tenant_id
from open_reservations as hold
cross join jobs
    on jobs.id = hold.job_id
where jobs.tenant_id <> hold.tenant_id
union all
select
    'key ' || keys.tenant_id || '/' || keys.key,
    'its job belongs to tenant ' || jobs.tenant_id
from idempotency_keys as keys
cross join jobs
    on jobs.id = keys.job_id
where jobs.tenant_id <> keys.tenant_id
union all
select
    'submission ' || lower(substr(hex(submissions.id), 1, 8) || '-' || substr(hex(submissions.id), 9, 4) || '-' || substr(hex(submissions.id), 13, 4)
        || '-' || substr(hex(submissions.id), 17, 4) || '-' || substr(hex(submissions.id), 21)),
    'its job belongs to tenant ' || jobs.tenant_id
from submissions
cross join jobs
    on jobs.id = submissions.job_id
where jobs.tenant_id <> submissions.tenant_id
union all
select
    'override ' || lower(substr(hex(targets.override_id), 1, 8) || '-' || substr(hex(targets.override_id), 9, 4) || '-' || substr(hex(targets.override_id), 13, 4)
        || '-' || substr(hex(targets.override_id), 17, 4) || '-' || substr(hex(targets.override_id), 21)),
    'it is of tenant ' || overrides.tenant_id || ' and acts on ' || targets.target || ' of tenant ' || targets.tenant_id
from override_targets as targets
cross join overrides
    on overrides.id = targets.override_id
where overrides.tenant_id <> targets.tenant_id
union all
select
    'override ' || lower(substr(hex(targets.override_id), 1, 8) || '-' || substr(hex(targets.override_id), 9, 4) || '-' || substr(hex(targets.override_id), 13, 4)
        || '-' || substr(hex(targets.override_id), 17, 4) || '-' || substr(hex(targets.override_id), 21)),
    'it names job ' || targets.target || ' under tenant ' || targets.tenant_id || ' and the job belongs to ' || jobs.tenant_id
from override_targets as targets
cross join jobs
    on jobs.id = unhex(replace(targets.target, '-', ''))
where targets.kind in ('requeue', 'edit_and_requeue', 'release_hold', 'discard', 'mark_succeeded')
    and jobs.tenant_id <> targets.tenant_id
limit 1000
