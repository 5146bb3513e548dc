-- No tenant is the range of all names: every text sorts below a blob.
with dead as materialized (
    select
        hold.tenant_id,
        hold.meter,
        hold.period_start,
        sum(hold.units) as units
    from jobs
    cross join open_reservations as hold
        on hold.tenant_id = jobs.tenant_id
        and hold.job_id = jobs.id
    where jobs.state = 'dead_letter'
        and (?1 is null or jobs.tenant_id = ?1)
    group by 1, 2, 3
)
select
    accounts.tenant_id,
    accounts.meter,
    accounts.period_start as "period_start!",
    accounts.used,
    accounts.reserved,
    accounts.sequence,
    accounts.last_at,
    accounts.last_hash,
    coalesce(dead.units, 0) as "held_by_dead_letters!: i64",
    (
        select count(*)
        from submissions
        where submissions.tenant_id = accounts.tenant_id
            and submissions.meter = accounts.meter
            and submissions.code = 'limit_exceeded'
            and submissions.at >= ?2
    ) as "refused!: i64"
from accounts
left join dead
    on dead.tenant_id = accounts.tenant_id
    and dead.meter = accounts.meter
    and dead.period_start = accounts.period_start
where accounts.tenant_id >= coalesce(?1, '')
    and accounts.tenant_id <= coalesce(?1, x'')
order by accounts.tenant_id, accounts.meter, accounts.period_start desc
limit 1000
