-- Only locks: a row that was waited for is read in its newest version, rows joined to it would be those of the moment the
-- statement began. They are read by a statement of their own.
select id
from jobs
where id = any($1::uuid[])
order by id
for update
