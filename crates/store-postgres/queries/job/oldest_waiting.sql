-- Steps from queue to queue and from priority to priority as lock_due does and looks at the first job of each.
with recursive waiting_queue (queue) as (
    select (
        select min(jobs.queue)
        from jobs
        where jobs.state in ('queued', 'failed')
    )
    union all
    select (
        select min(jobs.queue)
        from jobs
        where jobs.state in ('queued', 'failed')
            and jobs.queue > waiting_queue.queue
    )
    from waiting_queue
    where waiting_queue.queue is not null
),
level (queue, priority) as (
    select
        waiting_queue.queue,
        (
            select max(jobs.priority)
            from jobs
            where jobs.queue = waiting_queue.queue
                and jobs.state in ('queued', 'failed')
        )
    from waiting_queue
    where waiting_queue.queue is not null
    union all
    select
        level.queue,
        (
            select max(jobs.priority)
            from jobs
            where jobs.queue = level.queue
                and jobs.state in ('queued', 'failed')
                and jobs.priority < level.priority
        )
    from level
    where level.priority is not null
)
select first.id
from level
cross join lateral (
    select
        jobs.id,
        jobs.run_at
    from jobs
    where jobs.queue = level.queue
        and jobs.state in ('queued', 'failed')
        and jobs.priority = level.priority
        and jobs.run_at <= $1
        and jobs.state = 'queued'
    order by jobs.run_at, jobs.id
    limit 1
) as first
where level.priority is not null
order by first.run_at, first.id
limit 1
