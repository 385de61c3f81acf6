-- start: images that people have uploaded.

-- Who uploaded which image: nobody shows one that another person has uploaded. Unused ones are deleted by a sweep.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  url text not null,
  -- What arrived, as the daily quota counts it.
  bytes integer not null,
  created_at timestamptz not null,
  constraint uploads_url_unique unique (url),
  constraint uploads_user foreign key (user_id) references users on delete cascade,
  constraint uploads_bytes_positive check (bytes > 0)
);
create index uploads_by_user on uploads (user_id, created_at);
create index uploads_by_age on uploads (created_at);
