-- Steps from priority to priority as lock_due does and looks at the first job of each in each queue.
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
select min(earliest.run_at) as "run_at"
from level
cross join unnest($1::text[]) as wanted (queue)
cross join lateral (
    select jobs.run_at
    from jobs
    where jobs.queue = wanted.queue
        and jobs.state in ('queued', 'failed')
        and jobs.priority = level.priority
        and ($2::text[] is null or jobs.kind = any($2))
        and ($3::text is null or jobs.tenant_id = $3)
    order by jobs.run_at, jobs.id
    limit 1
) as earliest
