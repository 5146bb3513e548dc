insert into workspace (
    only_row,
    name,
    environment,
    created_at
)
select
    1,
    ?1,
    ?2,
    ?3
where not exists (
    select 1
    from workspace
)
