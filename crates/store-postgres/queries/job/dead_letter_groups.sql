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
    from jobs
    left join open_reservations as hold
        on hold.tenant_id = jobs.tenant_id
        and hold.job_id = jobs.id
    where jobs.state = 'dead_letter'
        and jobs.error_group is not null
        and ($2::text is null or jobs.error_group = $2)
),
held as (
    select
        sums.error_group,
        array_agg(sums.meter order by sums.meter, sums.scale) as meters,
        array_agg(sums.scale order by sums.meter, sums.scale) as scales,
        array_agg(sums.units order by sums.meter, sums.scale) as units
    from (
        select
            dead.error_group,
            dead.meter,
            meters.scale,
            least(sum(dead.units), 9223372036854775807)::bigint as units
        from dead
        join meters
            on meters.tenant_id = dead.tenant_id
            and meters.name = dead.meter
        group by dead.error_group, dead.meter, meters.scale
    ) as sums
    group by sums.error_group
),
died as (
    select
        counts.error_group,
        array_agg(counts.hours_ago order by counts.hours_ago) as hours,
        array_agg(counts.jobs order by counts.hours_ago) as jobs
    from (
        select
            error_group,
            ($1 - changed_at) / 3600000000 as hours_ago,
            count(*) as jobs
        from dead
        where changed_at > $1 - 86400000000
        group by 1, 2
    ) as counts
    group by counts.error_group
),
newest as (
    select distinct on (error_group)
        error_group,
        error_class,
        error_message
    from dead
    order by error_group, changed_at desc, id desc
),
groups as (
    select
        error_group,
        count(*) as jobs,
        min(changed_at) as first_at,
        max(changed_at) as last_at,
        array_agg(distinct tenant_id) as tenants,
        array_agg(distinct kind) as kinds
    from dead
    group by error_group
)
select
    groups.error_group as "error_group!",
    newest.error_class as "class!",
    newest.error_message as "message!",
    groups.jobs as "jobs!",
    groups.first_at as "first_at!",
    groups.last_at as "last_at!",
    groups.tenants as "tenants!",
    groups.kinds as "kinds!",
    coalesce(held.meters, '{}') as "held_meters!",
    coalesce(held.scales, '{}') as "held_scales!",
    coalesce(held.units, '{}') as "held_units!",
    coalesce(died.hours, '{}') as "hours!",
    coalesce(died.jobs, '{}') as "hours_jobs!"
from groups
join newest
    on newest.error_group = groups.error_group
left join held
    on held.error_group = groups.error_group
left join died
    on died.error_group = groups.error_group
order by groups.jobs desc, groups.error_group
