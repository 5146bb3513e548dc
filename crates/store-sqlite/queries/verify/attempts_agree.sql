-- Attempts are numbered without a gap, the failures are those of this generation and nothing runs after the end.
select
    'job ' || lower(substr(hex(counted.id), 1, 8) || '-' || substr(hex(counted.id), 9, 4) || '-' || substr(hex(counted.id), 13, 4)
        || '-' || substr(hex(counted.id), 17, 4) || '-' || substr(hex(counted.id), 21)) as "row!: String",
    'it is at attempt ' || counted.attempt || ' (' || counted.state || ') and has ' || counted.ended || ' ended attempts, the last numbered ' || counted.last as "problem!: String"
from (
    select
        jobs.id,
        jobs.attempt,
        jobs.state,
        (
            select count(distinct attempts.number)
            from attempts
            where attempts.tenant_id = jobs.tenant_id
                and attempts.job_id = jobs.id
        ) as ended,
        (
            select coalesce(max(attempts.number), 0)
            from attempts
            where attempts.tenant_id = jobs.tenant_id
                and attempts.job_id = jobs.id
        ) as last
    from jobs
) as counted
where counted.ended <> counted.attempt - (counted.state = 'running')
    or counted.last <> counted.ended
union all
select
    'job ' || lower(substr(hex(counted.id), 1, 8) || '-' || substr(hex(counted.id), 9, 4) || '-' || substr(hex(counted.id), 13, 4)
        || '-' || substr(hex(counted.id), 17, 4) || '-' || substr(hex(counted.id), 21)),
    'it counts ' || counted.failures || ' failures and its attempts of generation ' || counted.generation || ' show ' || counted.failed
from (
    select
        jobs.id,
        jobs.failures,
        jobs.generation,
        (
            select count(*)
            from attempts
            where attempts.tenant_id = jobs.tenant_id
                and attempts.job_id = jobs.id
                and attempts.generation = jobs.generation
                and attempts.outcome in ('failed', 'lost')
        ) as failed
    from jobs
) as counted
where counted.failures <> counted.failed
union all
select
    'job ' || lower(substr(hex(jobs.id), 1, 8) || '-' || substr(hex(jobs.id), 9, 4) || '-' || substr(hex(jobs.id), 13, 4)
        || '-' || substr(hex(jobs.id), 17, 4) || '-' || substr(hex(jobs.id), 21)),
    'attempt ' || attempts.number || ' started after it was final'
from jobs
cross join attempts
    on attempts.tenant_id = jobs.tenant_id
    and attempts.job_id = jobs.id
where attempts.started_at > jobs.finished_at
limit 1000
