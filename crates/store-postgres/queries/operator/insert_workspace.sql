insert into workspace (
    only_row,
    name,
    environment,
    created_at
)
values (1, $1, $2, $3)
on conflict do nothing
