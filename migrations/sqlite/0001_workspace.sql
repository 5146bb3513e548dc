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
