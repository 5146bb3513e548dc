insert into attempts (
    tenant_id,
    job_id,
    number,
    generation,
    worker,
    lease_token,
    started_at,
    ended_at,
    outcome,
    error_class,
    error_message,
    error_backtrace,
    retry_at,
    state_after,
    content_hash,
    units
)
select *
from unnest(
    $1::text[],
    $2::uuid[],
    $3::bigint[],
    $4::bigint[],
    $5::text[],
    $6::uuid[],
    $7::bigint[],
    $8::bigint[],
    $9::text[],
    $10::text[],
    $11::text[],
    $12::text[],
    $13::bigint[],
    $14::text[],
    $15::bytea[],
    $16::bigint[]
)
