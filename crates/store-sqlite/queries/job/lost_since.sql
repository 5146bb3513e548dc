select count(*) as "lost!: i64"
from attempts
where outcome = 'lost'
    and ended_at >= ?1
