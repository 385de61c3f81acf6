-- What a person is told inside the product. `fact` names what happened: told again it stays one row.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  type text not null,
  fact text not null,
  title text not null,
  message text not null,
  -- Where a press leads: a path of the web, never an address of somebody else's.
  path text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notifications_user foreign key (user_id) references users on delete cascade,
  constraint notifications_once unique (user_id, fact),
  constraint notifications_path_own check (path ~ '^/([^/\\]|$)')
);
create index notifications_by_user on notifications (user_id, created_at desc, id);
create index notifications_unread on notifications (user_id) where read_at is null;

-- Only what a person chose otherwise has a row: without one a topic is on.
create table notification_preferences (
  user_id uuid not null,
  topic text not null,
  channel text not null,
  is_on boolean not null,
  updated_at timestamptz not null default now(),
  constraint notification_preferences_key primary key (user_id, topic, channel),
  constraint notification_preferences_user foreign key (user_id) references users on delete cascade,
  constraint notification_preferences_topic_known check (topic in ('appointments', 'reminders', 'reviews', 'business')),
  constraint notification_preferences_channel_known check (channel in ('in-app', 'email', 'whatsapp'))
);
