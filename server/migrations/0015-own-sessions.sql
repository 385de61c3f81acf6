-- A session can be named without its token: to be shown to its owner, and ended from elsewhere.
alter table sessions
  add column id uuid not null default gen_random_uuid(),
  -- In words; written by the first call of the session, kept without the rest of what a browser says of itself.
  add column device text,
  -- When the password was last given in this session; null: when it was opened.
  add column confirmed_at timestamptz,
  add constraint sessions_id_unique unique (id),
  add constraint sessions_device_length check (char_length(device) between 1 and 60);

-- The way back from a changed e-mail, sent to the proved address that the account had before. While it stands, that address
-- is reserved: nobody else can take it in between. The token is drawn when its letter leaves, and only its hash is kept.
create table email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  old_email citext not null,
  token_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  undone_at timestamptz,
  constraint email_changes_user foreign key (user_id) references users on delete cascade,
  constraint email_changes_token_unique unique (token_hash)
);
create index email_changes_by_user on email_changes (user_id, created_at);
create index email_changes_reserved on email_changes (old_email) where undone_at is null;
