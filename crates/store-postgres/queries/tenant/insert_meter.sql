insert into meters (
    tenant_id,
    name,
    scale,
    period,
    reserve_at,
    overage,
    created_at
)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict do nothing
