-- A person who leaves: the account is shut at once, and what names the person goes when the days to change one's mind are over.
create table account_deletions (
  user_id uuid primary key,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  constraint account_deletions_user foreign key (user_id) references users on delete cascade
);
create index account_deletions_due on account_deletions (due_at);
