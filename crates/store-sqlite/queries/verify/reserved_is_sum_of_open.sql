-- An account has reserved what its unsettled reserve entries hold.
select
    'account ' || summed.tenant_id || '/' || summed.meter || '/' || summed.period_start as "row!: String",
    'it says ' || summed.reserved || ' reserved and its unsettled reserve entries hold ' || summed.open_units as "problem!: String"
from (
    select
        accounts.tenant_id,
        accounts.meter,
        accounts.period_start,
        accounts.reserved,
        coalesce((
            select sum(entries.units)
            from entries
            where entries.tenant_id = accounts.tenant_id
                and entries.meter = accounts.meter
                and entries.period_start = accounts.period_start
                and entries.kind = 'reserve'
                and not exists (
                    select 1
                    from entries as settlement
                    where settlement.tenant_id = entries.tenant_id
                        and settlement.meter = entries.meter
                        and settlement.period_start = entries.period_start
                        and settlement.settles = entries.sequence
                )
        ), 0) as open_units
    from accounts
) as summed
where summed.reserved <> summed.open_units
limit 1000
