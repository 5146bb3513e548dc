select
    jobs.state as "state!: String",
    sum(hold.units) as "units!: i64",
    count(*) as "jobs!: i64"
from open_reservations as hold indexed by open_reservations_account
cross join jobs
    on jobs.tenant_id = hold.tenant_id
    and jobs.id = hold.job_id
where hold.tenant_id = ?1
    and hold.meter = ?2
    and hold.period_start = ?3
group by jobs.state
