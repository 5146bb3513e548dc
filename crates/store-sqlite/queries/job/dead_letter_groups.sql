-- A group named by ?2 is a range of the index with one value, no group the range of all texts: every text sorts below a blob.
with dead as materialized (
    select
        jobs.error_group,
        jobs.error_class,
        jobs.error_message,
        jobs.tenant_id,
        jobs.kind,
        jobs.id,
        jobs.changed_at,
        hold.meter,
        hold.units
    from jobs indexed by jobs_dead_letter
    left join open_reservations as hold
        on hold.tenant_id = jobs.tenant_id
        and hold.job_id = jobs.id
    where jobs.state = 'dead_letter'
        and jobs.error_group >= coalesce(?2, '')
        and jobs.error_group <= coalesce(?2, x'')
),
held as materialized (
    select
        dead.error_group,
        dead.meter,
        meters.scale,
        sum(dead.units) as units
    from dead
    cross join meters
        on meters.tenant_id = dead.tenant_id
        and meters.name = dead.meter
    group by dead.error_group, dead.meter, meters.scale
),
died as materialized (
    select
        error_group,
        (?1 - changed_at) / 3600000000 as hours_ago,
        count(*) as jobs
    from dead
    where changed_at > ?1 - 86400000000
    group by 1, 2
),
newest as (
    -- The other columns are those of the row with the maximum.
    select
        error_group,
        error_class,
        error_message,
        max(changed_at) as last_at
    from dead
    group by error_group
)
select
    newest.error_group as "error_group!: String",
    newest.error_class as "class!: String",
    newest.error_message as "message!: String",
    newest.last_at as "last_at!: i64",
    count(*) as "jobs!: i64",
    min(dead.changed_at) as "first_at!: i64",
    json_group_array(distinct dead.tenant_id) as "tenants!: String",
    json_group_array(distinct dead.kind) as "kinds!: String",
    (
        select json_group_array(json_array(held.meter, held.scale, held.units))
        from held
        where held.error_group = newest.error_group
    ) as "held!: String",
    (
        select json_group_array(json_array(died.hours_ago, died.jobs))
        from died
        where died.error_group = newest.error_group
    ) as "hours!: String"
from newest
cross join dead
    on dead.error_group = newest.error_group
group by newest.error_group
order by count(*) desc, newest.error_group
