-- Steps from priority to priority as lock_due does and looks at the first job of each.
with recursive level (queue, priority) as (
    select
        wanted.value,
        (
            select priority
            from jobs indexed by jobs_waiting
            where queue = wanted.value
                and state in ('queued', 'failed')
            order by priority desc
            limit 1
        )
    from json_each(?1) as wanted
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
select
    min((
        select run_at
        from jobs indexed by jobs_waiting
        where queue = level.queue
            and state in ('queued', 'failed')
            and priority = level.priority
            and (?2 is null or kind in (select value from json_each(?2)))
            and (?3 is null or tenant_id = ?3)
        order by run_at
        limit 1
    )) as "run_at: i64"
from level
where level.priority is not null
