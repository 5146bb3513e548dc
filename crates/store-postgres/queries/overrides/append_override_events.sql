insert into override_events (
    override_id,
    sequence,
    kind,
    operator,
    reason,
    at,
    previous_hash,
    hash
)
select
    added.override_id,
    added.sequence,
    added.kind,
    added.operator,
    added.reason,
    added.at,
    added.previous_hash,
    added.hash
from unnest(
    $1::uuid[],
    $2::bigint[],
    $3::text[],
    $4::text[],
    $5::text[],
    $6::bigint[],
    $7::bytea[],
    $8::bytea[]
) with ordinality as added (override_id, sequence, kind, operator, reason, at, previous_hash, hash, position)
order by added.position
