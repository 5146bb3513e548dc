select
    id,
    kind,
    tenant_id,
    canonical,
    digest,
    reason,
    requester,
    approvals_needed,
    single_operator,
    policy_version,
    request_id,
    requested_at,
    expires_at
from overrides
where id = any($1::uuid[])
order by id
