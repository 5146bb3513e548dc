select
    current_setting('server_version_num')::integer as "version!",
    current_setting('fsync') as "fsync!",
    current_setting('full_page_writes') as "full_page_writes!",
    current_setting('synchronous_commit') as "synchronous_commit!",
    current_setting('server_encoding') as "encoding!",
    current_setting('transaction_read_only') as "read_only!",
    pg_is_in_recovery() as "standby!"
