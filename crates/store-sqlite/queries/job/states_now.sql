-- Hours count back from now: 0 is the one that ends now; null is longer ago than a day.
select
    state as "state!",
    case when changed_at > ?1 - 86400000000 then (?1 - changed_at) / 3600000000 end as "hours_ago: i64",
    count(*) as "jobs!: i64",
    min(changed_at) as "oldest!: i64",
    min(run_at) as "next_run_at!: i64"
from jobs not indexed
group by 1, 2
