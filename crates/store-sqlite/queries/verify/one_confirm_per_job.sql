-- A job is charged at most once.
select
    'job ' || lower(substr(hex(entries.job_id), 1, 8) || '-' || substr(hex(entries.job_id), 9, 4) || '-' || substr(hex(entries.job_id), 13, 4)
        || '-' || substr(hex(entries.job_id), 17, 4) || '-' || substr(hex(entries.job_id), 21)) as "row!: String",
    'it has ' || count(*) || ' confirm entries' as "problem!: String"
from entries
where entries.kind = 'confirm'
group by entries.tenant_id, entries.job_id
having count(*) > 1
limit 1000
