select
    overrides.id,
    overrides.kind,
    overrides.tenant_id,
    overrides.canonical,
    overrides.digest,
    overrides.reason,
    overrides.requester,
    overrides.approvals_needed,
    overrides.single_operator,
    overrides.policy_version,
    overrides.request_id,
    overrides.requested_at,
    overrides.expires_at
from json_each(?1) as wanted
cross join overrides
    on overrides.id = unhex(wanted.value)
order by wanted.key
