select id
from overrides
where id > coalesce(?1, x'')
order by id
limit ?2
