-- Planned anew for each set of filters, so that those not given vanish. A key leads to its job by index.
select id
from jobs
where ($1::text is null or state = $1)
    and ($2::text is null or tenant_id = $2)
    and ($3::text is null or kind = $3)
    and ($4::text is null or queue = $4)
    and ($5::text is null or (idempotency_key = $5 and id = any(array(
        select keys.job_id
        from tenants
        join idempotency_keys as keys
            on keys.tenant_id = tenants.id
            and keys.key = $5
    ))))
    and ($6::text is null or error_class = $6)
    and ($7::text is null or (error_group = $7 and state = 'dead_letter'))
    and ($8::uuid is null or id < $8)
order by id desc
limit $9
