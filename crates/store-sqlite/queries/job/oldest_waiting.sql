-- Steps from queue to queue and from priority to priority as lock_due does and looks at the first job of each.
with recursive waiting_queue (queue) as (
    select min(queue)
    from jobs indexed by jobs_waiting
    where state in ('queued', 'failed')
    union all
    select (
        select min(queue)
        from jobs indexed by jobs_waiting
        where state in ('queued', 'failed')
            and queue > waiting_queue.queue
    )
    from waiting_queue
    where waiting_queue.queue is not null
),
level (queue, priority) as (
    select
        waiting_queue.queue,
        (
            select priority
            from jobs indexed by jobs_waiting
            where queue = waiting_queue.queue
                and state in ('queued', 'failed')
            order by priority desc
            limit 1
        )
    from waiting_queue
    where waiting_queue.queue is not null
    union all
    select
        level.queue,
        (
            select priority
            from jobs indexed by jobs_waiting
            where queue = level.queue
                and state in ('queued', 'failed')
                and priority < level.priority
            order by priority desc
            limit 1
        )
    from level
    where level.priority is not null
)
select jobs.id
from level
cross join jobs
    on jobs.rowid = (
        select waiting.rowid
        from jobs as waiting indexed by jobs_waiting
        where waiting.queue = level.queue
            and waiting.state in ('queued', 'failed')
            and waiting.priority = level.priority
            and waiting.run_at <= ?1
            and waiting.state = 'queued'
        order by waiting.run_at, waiting.id
        limit 1
    )
where level.priority is not null
order by jobs.run_at, jobs.id
limit 1
