select
    sqlite_version() as "sqlite_version!: String",
    cast((select journal_mode from pragma_journal_mode) as text) as "journal_mode!: String",
    cast((select synchronous from pragma_synchronous) as integer) as "synchronous!: i64",
    cast((select foreign_keys from pragma_foreign_keys) as integer) as "foreign_keys!: i64",
    cast((select recursive_triggers from pragma_recursive_triggers) as integer) as "recursive_triggers!: i64",
    cast((select trusted_schema from pragma_trusted_schema) as integer) as "trusted_schema!: i64",
    cast((select timeout from pragma_busy_timeout) as integer) as "busy_timeout!: i64"
