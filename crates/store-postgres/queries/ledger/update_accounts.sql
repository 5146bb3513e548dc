update accounts
set
    used = next.used,
    reserved = next.reserved,
    sequence = next.sequence,
    last_at = next.last_at,
    last_hash = next.last_hash
from unnest(
    $1::text[],
    $2::text[],
    $3::bigint[],
    $4::bigint[],
    $5::bigint[],
    $6::bigint[],
    $7::bigint[],
    $8::bytea[]
) as next (tenant_id, meter, period_start, used, reserved, sequence, last_at, last_hash)
where accounts.tenant_id = next.tenant_id
    and accounts.meter = next.meter
    and accounts.period_start = next.period_start
