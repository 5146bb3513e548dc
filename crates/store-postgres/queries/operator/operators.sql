select
    name,
    created_at
from operators
order by name
