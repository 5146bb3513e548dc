insert into tenants (
    id,
    created_at,
    suspended_at
)
select
    ?1,
    ?2,
    ?3
where not exists (
    select 1
    from tenants
    where id = ?1
)
