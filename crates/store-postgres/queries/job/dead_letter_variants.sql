select
    error_message as "message!",
    count(*) as "jobs!"
from jobs
where state = 'dead_letter'
    and error_group = $1
    and error_message is not null
group by error_message
order by 2 desc, error_message collate "C"
limit 20
