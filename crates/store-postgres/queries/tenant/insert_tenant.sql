insert into tenants (
    id,
    created_at,
    suspended_at
)
values ($1, $2, $3)
on conflict do nothing
