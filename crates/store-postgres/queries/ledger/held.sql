select
    jobs.state,
    sum(open.units)::bigint as "units!",
    count(*) as "jobs!"
from open_reservations as open
join jobs
    on jobs.tenant_id = open.tenant_id
    and jobs.id = open.job_id
where open.tenant_id = $1
    and open.meter = $2
    and open.period_start = $3
group by jobs.state
order by jobs.state
