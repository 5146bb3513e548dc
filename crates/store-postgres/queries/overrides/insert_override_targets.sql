insert into override_targets (
    override_id,
    kind,
    tenant_id,
    target,
    version
)
select *
from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[])
