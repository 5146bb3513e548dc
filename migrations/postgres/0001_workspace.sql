-- The workspace, its people, tenants and API keys. Times are microseconds since the Unix epoch, hashes 32 bytes.
-- Names compare by their bytes (collate "C"), so that both databases sort alike.

-- Functions of guards pin the schema they look in, with temporary tables last: a table of the same name elsewhere must not
-- answer for the real one.
select set_config('search_path', format('%I, pg_temp', current_schema()), true);

create table workspace (
    only_row    integer primary key check (only_row = 1),
    name        text    not null check (length(name) between 1 and 64),
    environment text    not null check (environment in ('production', 'staging', 'test', 'local')),
    created_at  bigint  not null
);

create table operators (
    name       text collate "C" not null primary key check (length(name) between 1 and 64),
    created_at bigint           not null
);

create table tenants (
    id           text collate "C" not null primary key check (length(id) between 1 and 64),
    created_at   bigint           not null,
    suspended_at bigint
);

create table api_keys (
    id          text collate "C" not null primary key,
    -- null: all tenants
    tenant_id   text collate "C" references tenants (id),
    name        text             not null,
    scopes      text             not null check (length(scopes) > 0),
    secret_hash bytea            not null check (octet_length(secret_hash) = 32),
    created_at  bigint           not null,
    expires_at  bigint,
    revoked_at  bigint
);

-- Behind every trigger that refuses whatever comes; its argument says why.
create function onceover_refuse() returns trigger language plpgsql as $$
begin
    raise exception '%', tg_argv[0];
end;
$$;

-- Makes the guards hold in sessions that play the part of a replica, too. Each migration that adds triggers calls it last.
create procedure onceover_guards_hold_always() language plpgsql set search_path from current as $$
declare
    guard record;
begin
    for guard in
        select t.tgrelid::regclass as held, t.tgname
        from pg_trigger as t
        join pg_class as c on c.oid = t.tgrelid
        where c.relnamespace = current_schema()::regnamespace
            and not t.tgisinternal
            and t.tgenabled = 'O'
    loop
        execute format('alter table %s enable always trigger %I', guard.held, guard.tgname);
    end loop;
end;
$$;

-- Everything else names them.
create trigger tenants_are_never_deleted before delete on tenants
for each row execute function onceover_refuse('a tenant is never deleted');
create trigger tenants_are_never_emptied before truncate on tenants
for each statement execute function onceover_refuse('a tenant is never deleted');
create trigger tenants_keep_their_name after update on tenants
for each row when (new.id is distinct from old.id) execute function onceover_refuse('a tenant keeps its name');
create trigger operators_are_never_changed before update on operators
for each row execute function onceover_refuse('an operator is never changed');
create trigger operators_are_never_deleted before delete on operators
for each row execute function onceover_refuse('an operator is never deleted');
create trigger operators_are_never_emptied before truncate on operators
for each statement execute function onceover_refuse('an operator is never deleted');

call onceover_guards_hold_always();
