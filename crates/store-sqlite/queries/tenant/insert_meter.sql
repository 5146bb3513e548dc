-- Not by ON CONFLICT: the guard against replacing a meter fires before conflicts are looked at.
insert into meters (
    tenant_id,
    name,
    scale,
    period,
    reserve_at,
    overage,
    created_at
)
select
    ?1,
    ?2,
    ?3,
    ?4,
    ?5,
    ?6,
    ?7
where not exists (
    select 1
    from meters
    where tenant_id = ?1
        and name = ?2
)
