select
    accounts.tenant_id,
    accounts.meter,
    accounts.period_start,
    accounts.used,
    accounts.reserved,
    accounts.sequence,
    accounts.last_at,
    accounts.last_hash,
    coalesce(dead.units, 0)::bigint as "held_by_dead_letters!",
    refused.submissions as "refused!"
from accounts
left join (
    select
        hold.tenant_id,
        hold.meter,
        hold.period_start,
        sum(hold.units) as units
    from jobs
    join open_reservations as hold
        on hold.tenant_id = jobs.tenant_id
        and hold.job_id = jobs.id
    where jobs.state = 'dead_letter'
        and ($1::text is null or jobs.tenant_id = $1)
    group by hold.tenant_id, hold.meter, hold.period_start
) as dead
    on dead.tenant_id = accounts.tenant_id
    and dead.meter = accounts.meter
    and dead.period_start = accounts.period_start
cross join lateral (
    select count(*) as submissions
    from submissions
    where submissions.tenant_id = accounts.tenant_id
        and submissions.meter = accounts.meter
        and submissions.code = 'limit_exceeded'
        and submissions.at >= $2
) as refused
where ($1::text is null or accounts.tenant_id = $1)
order by accounts.tenant_id, accounts.meter, accounts.period_start desc
limit 1000
