select
    entries.tenant_id,
    entries.meter,
    entries.period_start as "period_start!",
    entries.sequence as "sequence!",
    entries.kind,
    entries.units,
    entries.used_delta,
    entries.reserved_delta,
    entries.used,
    entries.reserved,
    entries.job_id,
    entries.attempt,
    entries.settles,
    entries.reverses,
    entries.limit_units,
    entries.limit_version,
    entries.overage,
    entries.actor,
    entries.reason,
    entries.reason_code,
    entries.override_id,
    entries.at,
    entries.previous_hash,
    entries.hash,
    null as "key: String"
from entries
where entries.tenant_id = ?1
    and entries.meter = ?2
    and entries.period_start = ?3
    and entries.sequence > ?4
order by entries.sequence
limit ?5
