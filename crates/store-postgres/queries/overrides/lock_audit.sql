-- Until the end of the transaction. Where the chain ends is read by a statement of its own: this one would see the end as it
-- was before it waited.
select pg_advisory_xact_lock(hashtextextended('onceover.audit', 0))
