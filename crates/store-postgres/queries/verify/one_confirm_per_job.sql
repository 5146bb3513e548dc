-- A job is charged at most once.
select
    'job ' || entries.job_id::text as "row!",
    'it has ' || count(*) || ' confirm entries' as "problem!"
from entries
where entries.kind = 'confirm'
group by entries.tenant_id, entries.job_id
having count(*) > 1
limit 1000
