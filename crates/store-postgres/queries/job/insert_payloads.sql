insert into payloads (
    tenant_id,
    job_id,
    revision,
    body,
    hash
)
select *
from unnest($1::text[], $2::uuid[], $3::bigint[], $4::text[], $5::bytea[])
