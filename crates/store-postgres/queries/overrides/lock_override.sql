select id
from overrides
where id = $1
for update
