-- What several processes of one installation must know alike and nobody chose by configuration.
create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

-- A code is drawn when its letter leaves: before that there is nothing to guess, and no queue ever holds it readable.
alter table codes alter column code_hash drop not null;
