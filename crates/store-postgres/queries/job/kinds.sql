select distinct kind
from jobs
order by kind
limit 200
