-- Planned anew for each set of filters, as job_page is.
select
    state,
    count(*) as "jobs!"
from jobs
where ($1::text is null or tenant_id = $1)
    and ($2::text is null or kind = $2)
    and ($3::text is null or queue = $3)
    and ($4::text is null or (idempotency_key = $4 and id = any(array(
        select keys.job_id
        from tenants
        join idempotency_keys as keys
            on keys.tenant_id = tenants.id
            and keys.key = $4
    ))))
    and ($5::text is null or error_class = $5)
    and ($6::text is null or (error_group = $6 and state = 'dead_letter'))
group by state
