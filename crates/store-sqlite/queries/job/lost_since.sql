select count(*) as "lost!: i64"
from attempts indexed by attempts_lost
where outcome = 'lost'
    and ended_at >= ?1
