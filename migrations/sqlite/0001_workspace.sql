-- The workspace, its people, tenants and API keys. Times are microseconds since the Unix epoch, ids 16 bytes, hashes 32.

create table workspace (
    only_row    integer primary key check (only_row = 1),
    name        text not null check (length(name) between 1 and 64),
    environment text not null check (environment in ('production', 'staging', 'test', 'local')),
    created_at  integer not null
) strict;

create table operators (
    name       text not null primary key check (length(name) between 1 and 64),
    created_at integer not null
) strict, without rowid;

create table tenants (
    id           text not null primary key check (length(id) between 1 and 64),
    created_at   integer not null,
    suspended_at integer
) strict, without rowid;

create table api_keys (
    id          text not null primary key,
    -- null: all tenants
    tenant_id   text references tenants (id),
    name        text not null,
    scopes      text not null check (length(scopes) > 0),
    secret_hash blob not null check (length(secret_hash) = 32),
    created_at  integer not null,
    expires_at  integer,
    revoked_at  integer
) strict, without rowid;

-- Everything else names them; foreign keys are a pragma in SQLite, these are not.
create trigger tenants_are_never_deleted before delete on tenants
begin select raise(abort, 'a tenant is never deleted'); end;
create trigger tenants_are_never_replaced before insert on tenants
when exists (select 1 from tenants where id = new.id)
begin select raise(abort, 'this tenant exists'); end;
create trigger tenants_keep_their_name before update of id on tenants
begin select raise(abort, 'a tenant keeps its name'); end;
create trigger operators_are_never_changed before update on operators
begin select raise(abort, 'an operator is never changed'); end;
create trigger operators_are_never_deleted before delete on operators
begin select raise(abort, 'an operator is never deleted'); end;
create trigger operators_are_never_replaced before insert on operators
when exists (select 1 from operators where name = new.name)
begin select raise(abort, 'this operator exists'); end;
