-- Nothing is held for a job that will not run again.
select
    'job ' || lower(substr(hex(jobs.id), 1, 8) || '-' || substr(hex(jobs.id), 9, 4) || '-' || substr(hex(jobs.id), 13, 4)
        || '-' || substr(hex(jobs.id), 17, 4) || '-' || substr(hex(jobs.id), 21)) as "row!: String",
    'it is ' || jobs.state || ' and holds ' || hold.units || ' units of ' || hold.meter as "problem!: String"
from open_reservations as hold
cross join jobs
    on jobs.tenant_id = hold.tenant_id
    and jobs.id = hold.job_id
where jobs.state in ('succeeded', 'cancelled')
limit 1000
