-- Who an issuer of identities says somebody is. People are keyed by issuer and subject, never by e-mail.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  constraint identities_key primary key (issuer, subject),
  constraint identities_user foreign key (user_id) references users on delete cascade,
  constraint identities_one_per_user unique (user_id, issuer),
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
  -- What the issuer proved, until the page fetches it.
  person jsonb,
  constraint identity_visits_code_unique unique (code_hash),
  constraint identity_visits_person_with_code check ((code_hash is null) = (person is null))
);

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
