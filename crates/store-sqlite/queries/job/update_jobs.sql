update jobs
set
    state = next.state,
    run_at = next.run_at,
    attempt = next.attempt,
    failures = next.failures,
    generation = next.generation,
    losses = next.losses,
    releases = next.releases,
    payload_revision = next.payload_revision,
    changed_at = next.changed_at,
    started_at = next.started_at,
    finished_at = next.finished_at,
    lease_token = next.lease_token,
    lease_worker = next.lease_worker,
    lease_started_at = next.lease_started_at,
    lease_expires_at = next.lease_expires_at,
    lease_request = next.lease_request,
    cancel_requested = next.cancel_requested,
    blocked = next.blocked,
    error_class = next.error_class,
    error_message = next.error_message,
    error_backtrace = next.error_backtrace,
    error_group = next.error_group,
    result = next.result,
    version = next.version
from (
    select
        value ->> 'tenant_id' as tenant_id,
        unhex(value ->> 'id') as id,
        value ->> 'state' as state,
        value ->> 'run_at' as run_at,
        value ->> 'attempt' as attempt,
        value ->> 'failures' as failures,
        value ->> 'generation' as generation,
        value ->> 'losses' as losses,
        value ->> 'releases' as releases,
        value ->> 'payload_revision' as payload_revision,
        value ->> 'changed_at' as changed_at,
        value ->> 'started_at' as started_at,
        value ->> 'finished_at' as finished_at,
        unhex(value ->> 'lease_token') as lease_token,
        value ->> 'lease_worker' as lease_worker,
        value ->> 'lease_started_at' as lease_started_at,
        value ->> 'lease_expires_at' as lease_expires_at,
        value ->> 'lease_request' as lease_request,
        value ->> 'cancel_requested' as cancel_requested,
        value ->> 'blocked' as blocked,
        value ->> 'error_class' as error_class,
        value ->> 'error_message' as error_message,
        value ->> 'error_backtrace' as error_backtrace,
        value ->> 'error_group' as error_group,
        value ->> 'result' as result,
        value ->> 'version' as version
    from jsonb_each(?1)
) as next
where jobs.tenant_id = next.tenant_id
    and jobs.id = next.id
    and jobs.version = next.version - 1
