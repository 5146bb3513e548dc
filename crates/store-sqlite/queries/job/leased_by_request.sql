select
    jobs.tenant_id,
    jobs.id,
    jobs.kind,
    jobs.queue,
    jobs.state,
    jobs.priority,
    jobs.run_at,
    jobs.attempt,
    jobs.failures,
    jobs.max_attempts,
    jobs.generation,
    jobs.losses,
    jobs.releases,
    jobs.payload_revision,
    jobs.meter,
    jobs.units,
    jobs.idempotency_key,
    jobs.labels,
    jobs.created_at,
    jobs.changed_at,
    jobs.started_at,
    jobs.finished_at,
    jobs.lease_token,
    jobs.lease_worker,
    jobs.lease_started_at,
    jobs.lease_expires_at,
    jobs.lease_request,
    jobs.cancel_requested,
    jobs.blocked,
    jobs.error_class,
    jobs.error_message,
    jobs.error_backtrace,
    jobs.result,
    jobs.version,
    hold.period_start as "hold_period_start?: i64",
    hold.sequence as "hold_sequence?: i64",
    hold.units as "hold_units?: i64",
    hold.attempt as "hold_attempt?: i64"
from jobs indexed by jobs_lease_request
left join open_reservations as hold
    on hold.tenant_id = jobs.tenant_id
    and hold.job_id = jobs.id
where jobs.lease_request = ?1
    and jobs.state = 'running'
    and jobs.lease_expires_at > ?2
order by jobs.id
