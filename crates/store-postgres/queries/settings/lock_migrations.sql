select pg_advisory_xact_lock(hashtextextended('onceover.migrations', 0))
