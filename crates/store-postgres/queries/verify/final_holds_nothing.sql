-- Nothing is held for a job that will not run again.
select
    'job ' || jobs.id::text as "row!",
    'it is ' || jobs.state || ' and holds ' || hold.units || ' units of ' || hold.meter as "problem!"
from open_reservations as hold
join jobs
    on jobs.tenant_id = hold.tenant_id
    and jobs.id = hold.job_id
where jobs.state in ('succeeded', 'cancelled')
limit 1000
