select id
from overrides
where ($1::uuid is null or id > $1)
order by id
limit $2
