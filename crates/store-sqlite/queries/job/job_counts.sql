-- One branch an access path; the parameters let exactly one of them run.
-- By key.
select
    jobs.state as "state!: String",
    count(*) as "jobs!: i64"
from tenants
cross join idempotency_keys
    on idempotency_keys.tenant_id = tenants.id
    and idempotency_keys.key = ?4
cross join jobs
    on jobs.tenant_id = tenants.id
    and jobs.id = idempotency_keys.job_id
    and jobs.idempotency_key = ?4
where ?4 is not null
    and (?6 is null or (jobs.state = 'dead_letter' and jobs.error_group = ?6))
    and (?1 is null or jobs.tenant_id = ?1)
    and (?2 is null or jobs.kind = ?2)
    and (?3 is null or jobs.queue = ?3)
    and (?5 is null or jobs.error_class = ?5)
group by jobs.state
union all
-- By dead-letter group.
select
    jobs.state,
    count(*)
from jobs indexed by jobs_dead_letter
where ?4 is null
    and jobs.state = 'dead_letter'
    and jobs.error_group = ?6
    and (?1 is null or jobs.tenant_id = ?1)
    and (?2 is null or jobs.kind = ?2)
    and (?3 is null or jobs.queue = ?3)
    and (?5 is null or jobs.error_class = ?5)
group by jobs.state
union all
-- By tenant alone, from its index.
select
    jobs.state,
    count(*)
from jobs
where coalesce(?2, ?3, ?4, ?5, ?6) is null
    and jobs.tenant_id = ?1
group by jobs.state
union all
-- All, from an index.
select
    jobs.state,
    count(*)
from jobs
where coalesce(?1, ?2, ?3, ?4, ?5, ?6) is null
group by jobs.state
union all
-- By tenant and more: every job of the tenant.
select
    jobs.state,
    count(*)
from jobs indexed by jobs_tenant_state
where ?4 is null
    and ?6 is null
    and coalesce(?2, ?3, ?5) is not null
    and jobs.tenant_id = ?1
    and (?2 is null or jobs.kind = ?2)
    and (?3 is null or jobs.queue = ?3)
    and (?5 is null or jobs.error_class = ?5)
group by jobs.state
union all
-- By anything else: every job, in the order it is stored.
select
    jobs.state,
    count(*)
from jobs not indexed
where ?4 is null
    and ?6 is null
    and ?1 is null
    and coalesce(?2, ?3, ?5) is not null
    and (?2 is null or jobs.kind = ?2)
    and (?3 is null or jobs.queue = ?3)
    and (?5 is null or jobs.error_class = ?5)
group by jobs.state
