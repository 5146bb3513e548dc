insert into overrides (
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
)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
