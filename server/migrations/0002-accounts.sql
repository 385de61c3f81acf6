-- start: accounts, their sessions and codes, and how else a person proves who they are.

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- Computed in each search it cost more than all the rest of the search.
  search_name text generated always as (search_form(name)) stored,
  -- Null: a barber whom the barbershop added, and whose account does not exist yet. The row cannot be signed in to.
  email citext,
  phone text,
  avatar_url text,
  role text not null default 'CUSTOMER',
  password_hash text,
  email_verified_at timestamptz,
  created_at timestamptz not null default now(),
  constraint users_email_unique unique (email),
  constraint users_email_length check (char_length(email) <= 254),
  constraint users_name_length check (char_length(name) between 1 and 120),
  constraint users_without_email_only_named check (
    email is not null or (password_hash is null and email_verified_at is null and phone is null)),
  constraint users_role_known check (role in ('CUSTOMER', 'BARBER', 'OWNER'))
);

-- Only the SHA-256 of a token is stored: a copy of the database opens no session.
create table sessions (
  -- Names the session without its token: to be shown to its user, and ended from elsewhere.
  id uuid not null default gen_random_uuid(),
  token_hash bytea primary key,
  user_id uuid not null,
  -- In words; written by the first request of the session. The rest of what a browser says of itself is not stored.
  device text,
  -- When the password was last given in this session; null: when it was opened.
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint sessions_id_unique unique (id),
  constraint sessions_user foreign key (user_id) references users on delete cascade,
  constraint sessions_device_length check (char_length(device) between 1 and 60)
);
create index sessions_by_user on sessions (user_id);
-- Each sweep deletes its oldest rows by an index, a batch at a time. So do the indexes …_by_age and …_by_end of other tables.
create index sessions_by_end on sessions (expires_at);
create index sessions_by_last_use on sessions (last_used_at);

-- Every process closes the event streams of sessions that ended, in whatever way. The payload names the user only: a process reads which
-- sessions still exist.
create function notify_ended_sessions() returns trigger
  language plpgsql
  as $$
  begin
    perform pg_notify('live', json_build_object('userId', user_id, 'topic', 'sessions')::text)
      from (select distinct user_id from ended) as users_of_ended;
    return null;
  end $$;
create trigger sessions_ended after delete on sessions
  referencing old table as ended for each statement execute function notify_ended_sessions();

-- Rows stay for a day after they are used: the daily limit per address counts them.
create table codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  email citext not null,
  purpose text not null,
  -- Null until its email is sent: before that there is nothing to guess, and no queue ever has it readable.
  code_hash bytea,
  -- SHA-256 of the token in the link. Only a password reset has one.
  token_hash bytea,
  tries smallint not null default 0,
  -- Tries of a password reset by client; `tries` is their sum. Anyone may request a reset for any address, and guess: neither the requests
  -- nor the guesses of other clients may lock the user out.
  client_tries jsonb not null default '{}',
  -- SHA-256 of the client that requested a password reset, together with the address.
  requested_by bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint codes_user foreign key (user_id) references users on delete cascade,
  constraint codes_purpose_known check (purpose in ('verify-email', 'change-email', 'reset-password')),
  constraint codes_tries_range check (tries between 0 and 1000)
);
create index codes_by_user on codes (user_id, purpose, created_at desc);
create index codes_by_email on codes (email, created_at desc);
create unique index codes_by_token on codes (token_hash) where token_hash is not null;
create index codes_by_age on codes (created_at);

-- The way back from a changed email address, sent to the verified address that the account had before. While it is valid, that address
-- is reserved: nobody else can take it. The token is generated when its email is sent, and only its hash is stored.
create table email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  old_email citext not null,
  token_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  undone_at timestamptz,
  constraint email_changes_token_unique unique (token_hash),
  constraint email_changes_user foreign key (user_id) references users on delete cascade
);
create index email_changes_by_user on email_changes (user_id, created_at);
create index email_changes_reserved on email_changes (old_email) where undone_at is null;
create index email_changes_by_end on email_changes (expires_at);

-- A person as an issuer of identities (Google) knows them. Found by issuer and subject, never by email address.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  constraint identities_key primary key (issuer, subject),
  constraint identities_one_per_user unique (user_id, issuer),
  constraint identities_user foreign key (user_id) references users on delete cascade,
  constraint identities_subject_length check (char_length(subject) between 1 and 255)
);

-- A way to the issuer and back. Only hashes open anything: `state_hash` is what comes back with the person, `secret_hash`
-- is what only the browser that left knows, `code_hash` is what the page gets in its address instead of a session.
create table identity_visits (
  state_hash bytea primary key,
  secret_hash bytea not null,
  nonce text not null,
  verifier text not null,
  return_url text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  code_hash bytea,
  -- The identity that the issuer proved, until the page fetches it.
  person jsonb,
  constraint identity_visits_code_unique unique (code_hash),
  constraint identity_visits_person_with_code check ((code_hash is null) = (person is null))
);
create index identity_visits_by_end on identity_visits (expires_at);

-- A proved identity that waits for the password of the account which it wants to open.
create table identity_links (
  token_hash bytea primary key,
  user_id uuid not null,
  issuer text not null,
  subject text not null,
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint identity_links_user foreign key (user_id) references users on delete cascade,
  constraint identity_links_tries_limit check (tries between 0 and 5)
);
create index identity_links_by_user on identity_links (user_id);
create index identity_links_by_end on identity_links (expires_at);

-- Which version of which document a person agreed to, and when.
create table consents (
  user_id uuid not null,
  document text not null,
  version text not null,
  given_at timestamptz not null default now(),
  constraint consents_key primary key (user_id, document, version),
  constraint consents_user foreign key (user_id) references users on delete cascade,
  constraint consents_document_known check (document in ('terms', 'privacy'))
);

-- A person who deletes the account: it is closed at once, and what names the person is deleted after the days to change one's mind.
create table account_deletions (
  user_id uuid primary key,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  constraint account_deletions_user foreign key (user_id) references users on delete cascade
);
create index account_deletions_due on account_deletions (due_at);
