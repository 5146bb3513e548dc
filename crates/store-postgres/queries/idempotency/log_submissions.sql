insert into submissions (
    tenant_id,
    id,
    idempotency_key,
    job_id,
    outcome,
    code,
    sender,
    request_id,
    at,
    paths,
    meter,
    units,
    limit_units,
    used,
    reserved
)
select *
from unnest(
    $1::text[],
    $2::uuid[],
    $3::text[],
    $4::uuid[],
    $5::text[],
    $6::text[],
    $7::text[],
    $8::text[],
    $9::bigint[],
    $10::text[],
    $11::text[],
    $12::bigint[],
    $13::bigint[],
    $14::bigint[],
    $15::bigint[]
)
