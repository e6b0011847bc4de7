-- The last write. Servers lock its only row, so that they write in turn.
create table head (
  single boolean primary key default true check (single),
  seq bigint not null
);

-- The writes, numbered without gaps. `kind` says what a write did: `put` stores records, `replace` replaces all of them by the
-- snapshot with its number, `key` replaces the signing key.
create table entries (
  seq bigint primary key,
  kind text not null check (kind in ('put', 'replace', 'key')),
  put json,
  schema_checksum bigint not null,
  server uuid not null,
  batch bigint not null,
  written_at timestamptz not null default now()
);

-- All records after write number `seq`, in parts.
create table snapshots (
  seq bigint not null,
  part integer not null,
  records json not null,
  schema_checksum bigint not null,
  primary key (seq, part)
);

-- The key that signs tokens.
create table signing_key (
  single boolean primary key default true check (single),
  key bytea not null
);
