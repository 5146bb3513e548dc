select cast(round(unixepoch('subsec') * 1000) as integer) * 1000 as "now!: i64"
