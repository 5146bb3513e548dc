-- A key and the job it made name each other, and every replay was answered with that job.
select
    'key ' || keys.tenant_id || '/' || keys.key as "row!: String",
    'its job does not exist or was not made with this key' as "problem!: String"
from idempotency_keys as keys
where not exists (
    select 1
    from jobs
    where jobs.tenant_id = keys.tenant_id
        and jobs.id = keys.job_id
        and jobs.idempotency_key = keys.key
)
union all
select
    'job ' || lower(substr(hex(jobs.id), 1, 8) || '-' || substr(hex(jobs.id), 9, 4) || '-' || substr(hex(jobs.id), 13, 4)
        || '-' || substr(hex(jobs.id), 17, 4) || '-' || substr(hex(jobs.id), 21)),
    'it was made with key ' || jobs.idempotency_key || ' and the key does not name it'
from jobs
where jobs.idempotency_key is not null
    and not exists (
        select 1
        from idempotency_keys as keys
        where keys.tenant_id = jobs.tenant_id
            and keys.key = jobs.idempotency_key
            and keys.job_id = jobs.id
    )
union all
select
    'submission ' || lower(substr(hex(submissions.id), 1, 8) || '-' || substr(hex(submissions.id), 9, 4) || '-' || substr(hex(submissions.id), 13, 4)
        || '-' || substr(hex(submissions.id), 17, 4) || '-' || substr(hex(submissions.id), 21)),
    'it was answered with another job than key ' || submissions.idempotency_key || ' names'
from submissions
where submissions.outcome = 'replayed'
    and not exists (
        select 1
        from idempotency_keys as keys
        where keys.tenant_id = submissions.tenant_id
            and keys.key = submissions.idempotency_key
            and keys.job_id = submissions.job_id
    )
union all
select
    'job ' || lower(substr(hex(submissions.job_id), 1, 8) || '-' || substr(hex(submissions.job_id), 9, 4) || '-' || substr(hex(submissions.job_id), 13, 4)
        || '-' || substr(hex(submissions.job_id), 17, 4) || '-' || substr(hex(submissions.job_id), 21)),
    'it was created by ' || count(*) || ' submissions'
from submissions
where submissions.outcome = 'created'
group by submissions.tenant_id, submissions.job_id
having count(*) > 1
limit 1000
