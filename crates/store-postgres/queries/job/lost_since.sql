select count(*) as "lost!"
from attempts
where outcome = 'lost'
    and ended_at >= $1
