-- A job with a meter is charged when it succeeds and at no other time, save by an override that discards it with charge.
select
    'job ' || lower(substr(hex(charged.id), 1, 8) || '-' || substr(hex(charged.id), 9, 4) || '-' || substr(hex(charged.id), 13, 4)
        || '-' || substr(hex(charged.id), 17, 4) || '-' || substr(hex(charged.id), 21)) as "row!: String",
    'it is ' || charged.state || ' and has ' || charged.confirms || ' confirm entries' as "problem!: String"
from (
    select
        jobs.tenant_id,
        jobs.id,
        jobs.state,
        jobs.meter,
        (
            select count(*)
            from entries
            where entries.tenant_id = jobs.tenant_id
                and entries.job_id = jobs.id
                and entries.kind = 'confirm'
        ) as confirms
    from jobs
) as charged
where (charged.state = 'succeeded' and charged.confirms <> (charged.meter is not null))
    or (charged.state not in ('succeeded', 'cancelled') and charged.confirms <> 0)
    or (charged.state = 'cancelled' and charged.confirms <> 0 and not exists (
        select 1
        from override_targets as targets
        where targets.tenant_id = charged.tenant_id
            and targets.target = lower(substr(hex(charged.id), 1, 8) || '-' || substr(hex(charged.id), 9, 4) || '-' || substr(hex(charged.id), 13, 4)
                || '-' || substr(hex(charged.id), 17, 4) || '-' || substr(hex(charged.id), 21))
            and targets.kind = 'discard'
    ))
limit 1000
