select
    name,
    environment,
    created_at
from workspace
