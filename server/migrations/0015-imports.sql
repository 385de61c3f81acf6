-- start: imports of customers, services and appointments from the files of another program.

create table imports (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  user_id uuid not null,
  kind text not null,
  file_name text not null,
  -- The file as text, with personal data of customers. Null once the import is done.
  content text,
  row_count integer not null,
  mapping jsonb not null,
  -- Incremented by each check: an import commits the mapping that was checked.
  version integer not null default 1,
  status text not null default 'DRAFT',
  -- Rows that are done; a job that runs again continues behind them.
  handled integer not null default 0,
  counts jsonb not null default '{}',
  problems jsonb not null default '[]',
  -- By an undo.
  removed integer not null default 0,
  created_at timestamptz not null,
  committed_at timestamptz,
  constraint imports_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint imports_user foreign key (user_id) references users on delete cascade,
  constraint imports_kind_known check (kind in ('customers', 'services', 'appointments')),
  constraint imports_status_known check (status in ('DRAFT', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE')),
  constraint imports_file_name_length check (char_length(file_name) <= 120),
  constraint imports_committed_unless_draft check ((status = 'DRAFT') = (committed_at is null)),
  constraint imports_handled_range check (handled between 0 and row_count)
);
create index imports_by_barbershop on imports (barbershop_id, created_at);
create index imports_by_user on imports (user_id);
create index imports_by_creation on imports (created_at);

-- What an import created, for its undo. Of an undone import: what was left.
create table imported_rows (
  import_id uuid not null,
  -- A customer profile, a service or an appointment, which may have been deleted since.
  target_id uuid not null,
  kind text not null,
  row_number integer not null,
  -- Of rows without a version: how they were imported.
  digest text,
  -- Why the undo has left it; null: not undone.
  retained_reason text,
  constraint imported_rows_key primary key (import_id, target_id),
  constraint imported_rows_import foreign key (import_id) references imports on delete cascade,
  constraint imported_rows_kind_known check (kind in ('customer', 'service', 'appointment'))
);
