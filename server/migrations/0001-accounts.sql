create extension if not exists citext;

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email citext not null,
  phone text,
  avatar_url text,
  role text not null default 'CUSTOMER',
  password_hash text,
  email_verified_at timestamptz,
  created_at timestamptz not null default now(),
  constraint users_email_unique unique (email),
  constraint users_email_length check (char_length(email) <= 254),
  constraint users_name_length check (char_length(name) between 1 and 120),
  constraint users_role_known check (role in ('CUSTOMER', 'BARBER', 'OWNER'))
);

-- Only the SHA-256 of a token is stored: a copy of the base opens no session.
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint sessions_user foreign key (user_id) references users on delete cascade
);
create index sessions_by_user on sessions (user_id);

-- Rows stay for a day after they are used: they are what the daily cap per address counts.
create table codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  email citext not null,
  purpose text not null,
  code_hash bytea not null,
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint codes_user foreign key (user_id) references users on delete cascade,
  constraint codes_purpose_known check (purpose in ('verify-email', 'change-email', 'reset-password')),
  constraint codes_tries_limit check (tries between 0 and 5)
);
create index codes_by_user on codes (user_id, purpose, created_at desc);
create index codes_by_email on codes (email, created_at desc);

-- A solved proof of work verifies again, so each one is spent once.
create table spent_challenges (
  challenge text primary key,
  expires_at timestamptz not null
);

-- Counters that several processes share, for the few calls where guessing must be expensive.
create table attempts (
  key text not null,
  window_start timestamptz not null,
  count integer not null default 1,
  constraint attempts_key primary key (key, window_start)
);

-- Where letters go when no mail server is configured (demo only).
create table outbox_messages (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now()
);
