insert into limits (
    tenant_id,
    meter,
    version,
    units,
    set_by,
    override_id,
    set_at
)
values ($1, $2, $3, $4, $5, $6, $7)
