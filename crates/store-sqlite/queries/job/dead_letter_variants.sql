select
    error_message as "message!: String",
    count(*) as "jobs!: i64"
from jobs indexed by jobs_dead_letter
where state = 'dead_letter'
    and error_group = ?1
group by error_message
order by 2 desc, 1
limit 20
