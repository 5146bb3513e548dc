-- One branch an access path; the parameters let exactly one of them run, in the order of its index.
-- By key: one row a tenant.
select jobs.id
from tenants
cross join idempotency_keys
    on idempotency_keys.tenant_id = tenants.id
    and idempotency_keys.key = ?5
cross join jobs
    on jobs.tenant_id = tenants.id
    and jobs.id = idempotency_keys.job_id
    and jobs.idempotency_key = ?5
where ?5 is not null
    and (?7 is null or (jobs.state = 'dead_letter' and jobs.error_group = ?7))
    and (?1 is null or jobs.state = ?1)
    and (?2 is null or jobs.tenant_id = ?2)
    and (?3 is null or jobs.kind = ?3)
    and (?4 is null or jobs.queue = ?4)
    and (?6 is null or jobs.error_class = ?6)
    and jobs.id < coalesce(?8, x'ffffffffffffffffffffffffffffffffff')
union all
-- By dead-letter group.
select jobs.id
from jobs indexed by jobs_dead_letter
where ?5 is null
    and jobs.state = 'dead_letter'
    and jobs.error_group = ?7
    and (?1 is null or jobs.state = ?1)
    and (?2 is null or jobs.tenant_id = ?2)
    and (?3 is null or jobs.kind = ?3)
    and (?4 is null or jobs.queue = ?4)
    and (?6 is null or jobs.error_class = ?6)
    and jobs.id < coalesce(?8, x'ffffffffffffffffffffffffffffffffff')
union all
-- By tenant and state.
select jobs.id
from jobs
where ?5 is null
    and ?7 is null
    and jobs.tenant_id = ?2
    and jobs.state = ?1
    and (?3 is null or jobs.kind = ?3)
    and (?4 is null or jobs.queue = ?4)
    and (?6 is null or jobs.error_class = ?6)
    and jobs.id < coalesce(?8, x'ffffffffffffffffffffffffffffffffff')
union all
-- By tenant.
select jobs.id
from jobs
where ?5 is null
    and ?7 is null
    and ?1 is null
    and jobs.tenant_id = ?2
    and (?3 is null or jobs.kind = ?3)
    and (?4 is null or jobs.queue = ?4)
    and (?6 is null or jobs.error_class = ?6)
    and jobs.id < coalesce(?8, x'ffffffffffffffffffffffffffffffffff')
union all
-- By state.
select jobs.id
from jobs
where ?5 is null
    and ?7 is null
    and ?2 is null
    and jobs.state = ?1
    and (?3 is null or jobs.kind = ?3)
    and (?4 is null or jobs.queue = ?4)
    and (?6 is null or jobs.error_class = ?6)
    and jobs.id < coalesce(?8, x'ffffffffffffffffffffffffffffffffff')
union all
-- All.
select jobs.id
from jobs
where ?5 is null
    and ?7 is null
    and ?2 is null
    and ?1 is null
    and (?3 is null or jobs.kind = ?3)
    and (?4 is null or jobs.queue = ?4)
    and (?6 is null or jobs.error_class = ?6)
    and jobs.id < coalesce(?8, x'ffffffffffffffffffffffffffffffffff')
order by id desc
limit ?9
