-- A job with a meter is charged when it succeeds and at no other time, save by an override that discards it with charge.
select
    'job ' || charged.id::text as "row!",
    'it is ' || charged.state || ' and has ' || charged.confirms || ' confirm entries' as "problem!"
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
where (charged.state = 'succeeded' and charged.confirms <> (charged.meter is not null)::integer)
    or (charged.state not in ('succeeded', 'cancelled') and charged.confirms <> 0)
    or (charged.state = 'cancelled' and charged.confirms <> 0 and not exists (
        select 1
        from override_targets as targets
        where targets.tenant_id = charged.tenant_id
            and targets.target = charged.id::text
            and targets.kind = 'discard'
    ))
limit 1000
