-- The waiting jobs of a queue lie in the index by priority, then run_at. Going from one priority to the next by seeking steps
-- over jobs that are not due yet, however many there are, and stops at the priority that fills the limit: the backlog is
-- neither scanned nor sorted. Jobs that another transaction has locked are passed over.
with recursive level (priority) as (
    select (
        select max(first.priority)
        from unnest($1::text[]) as wanted (queue)
        cross join lateral (
            select max(jobs.priority) as priority
            from jobs
            where jobs.queue = wanted.queue
                and jobs.state in ('queued', 'failed')
        ) as first
    )
    union all
    select (
        select max(following.priority)
        from unnest($1::text[]) as wanted (queue)
        cross join lateral (
            select max(jobs.priority) as priority
            from jobs
            where jobs.queue = wanted.queue
                and jobs.state in ('queued', 'failed')
                and jobs.priority < level.priority
        ) as following
    )
    from level
    where level.priority is not null
)
select due.id as "id!"
from level
cross join lateral (
    select locked.id
    from unnest($1::text[]) as wanted (queue)
    cross join lateral (
        select
            jobs.id,
            jobs.run_at
        from jobs
        where jobs.queue = wanted.queue
            and jobs.state in ('queued', 'failed')
            and jobs.priority = level.priority
            and jobs.run_at <= $2
            and ($3::text[] is null or jobs.kind = any($3))
            and ($4::text is null or jobs.tenant_id = $4)
        order by jobs.run_at, jobs.id
        limit $5
        for update skip locked
    ) as locked
    order by locked.run_at, locked.id
    limit $5
) as due
where level.priority is not null
limit $5
