-- What is held belongs to a job that is not final and to the reserve entry that was not settled yet, and the other way round.
select
    'job ' || lower(substr(hex(hold.job_id), 1, 8) || '-' || substr(hex(hold.job_id), 9, 4) || '-' || substr(hex(hold.job_id), 13, 4)
        || '-' || substr(hex(hold.job_id), 17, 4) || '-' || substr(hex(hold.job_id), 21)) as "row!: String",
    'it holds ' || hold.units || ' units of ' || hold.meter || ' and does not exist or is final' as "problem!: String"
from open_reservations as hold
where not exists (
    select 1
    from jobs
    where jobs.tenant_id = hold.tenant_id
        and jobs.id = hold.job_id
        and jobs.state not in ('succeeded', 'cancelled')
)
union all
select
    'entry ' || hold.tenant_id || '/' || hold.meter || '/' || hold.period_start || '/' || hold.sequence,
    'it is noted as an open reservation of ' || hold.units || ' units and no unsettled reserve entry says so'
from open_reservations as hold
where exists (
        select 1
        from entries as settlement
        where settlement.tenant_id = hold.tenant_id
            and settlement.meter = hold.meter
            and settlement.period_start = hold.period_start
            and settlement.settles = hold.sequence
    )
    or not exists (
        select 1
        from entries
        where entries.tenant_id = hold.tenant_id
            and entries.meter = hold.meter
            and entries.period_start = hold.period_start
            and entries.sequence = hold.sequence
            and entries.kind = 'reserve'
            and entries.job_id = hold.job_id
            and entries.units = hold.units
    )
union all
select
    'entry ' || entries.tenant_id || '/' || entries.meter || '/' || entries.period_start || '/' || entries.sequence,
    'it is not settled and not noted as an open reservation'
from entries
where entries.kind = 'reserve'
    and not exists (
        select 1
        from entries as settlement
        where settlement.tenant_id = entries.tenant_id
            and settlement.meter = entries.meter
            and settlement.period_start = entries.period_start
            and settlement.settles = entries.sequence
    )
    and not exists (
        select 1
        from open_reservations as hold
        where hold.tenant_id = entries.tenant_id
            and hold.job_id = entries.job_id
            and hold.meter = entries.meter
            and hold.period_start = entries.period_start
            and hold.sequence = entries.sequence
    )
limit 1000
