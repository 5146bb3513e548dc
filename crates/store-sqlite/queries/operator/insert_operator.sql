insert into operators (
    name,
    created_at
)
select
    ?1,
    ?2
where not exists (
    select 1
    from operators
    where name = ?1
)
