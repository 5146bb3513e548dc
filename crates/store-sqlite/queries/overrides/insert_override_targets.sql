insert into override_targets (
    override_id,
    kind,
    tenant_id,
    target,
    version
)
select
    unhex(value ->> 'override_id'),
    value ->> 'kind',
    value ->> 'tenant_id',
    value ->> 'target',
    value ->> 'version'
from json_each(?1)
order by key
