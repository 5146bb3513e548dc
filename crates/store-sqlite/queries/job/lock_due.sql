-- The waiting jobs of a queue lie in the index by priority, then run_at. Going from one priority to the next by seeking steps over
-- jobs that are not due yet, however many there are, and stops at the priority that fills the limit: the backlog is neither
-- scanned nor sorted.
with recursive level (queue, priority, found) as (
    select
        wanted.value,
        (
            select priority
            from jobs indexed by jobs_waiting
            where queue = wanted.value
                and state in ('queued', 'failed')
            order by priority desc
            limit 1
        ),
        0
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
        ),
        level.found + (
            select count(*)
            from (
                select 1
                from jobs indexed by jobs_waiting
                where queue = level.queue
                    and state in ('queued', 'failed')
                    and priority = level.priority
                    and run_at <= ?2
                    and (?3 is null or kind in (select value from json_each(?3)))
                    and (?4 is null or tenant_id = ?4)
                limit ?5
            )
        )
    from level
    where level.priority is not null
        and level.found < ?5
)
select
    jobs.tenant_id,
    jobs.id,
    jobs.kind,
    jobs.queue,
    jobs.state,
    jobs.priority,
    jobs.run_at,
    jobs.attempt,
    jobs.failures,
    jobs.max_attempts,
    jobs.generation,
    jobs.losses,
    jobs.releases,
    jobs.payload_revision,
    jobs.meter,
    jobs.units,
    jobs.idempotency_key,
    jobs.labels,
    jobs.created_at,
    jobs.changed_at,
    jobs.started_at,
    jobs.finished_at,
    jobs.lease_token,
    jobs.lease_worker,
    jobs.lease_started_at,
    jobs.lease_expires_at,
    jobs.lease_request,
    jobs.cancel_requested,
    jobs.blocked,
    jobs.error_class,
    jobs.error_message,
    jobs.error_backtrace,
    jobs.result,
    jobs.version,
    hold.period_start as "hold_period_start?: i64",
    hold.sequence as "hold_sequence?: i64",
    hold.units as "hold_units?: i64",
    hold.attempt as "hold_attempt?: i64"
from level
cross join jobs
    on jobs.rowid in (
        select waiting.rowid
        from jobs as waiting indexed by jobs_waiting
        where waiting.queue = level.queue
            and waiting.state in ('queued', 'failed')
            and waiting.priority = level.priority
            and waiting.run_at <= ?2
            and (?3 is null or waiting.kind in (select value from json_each(?3)))
            and (?4 is null or waiting.tenant_id = ?4)
        order by waiting.run_at, waiting.id
        limit ?5
    )
left join open_reservations as hold
    on hold.tenant_id = jobs.tenant_id
    and hold.job_id = jobs.id
where level.priority is not null
    and level.found < ?5
order by jobs.priority desc, jobs.run_at, jobs.id
limit ?5
