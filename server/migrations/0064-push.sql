-- expand: pushes to the devices of a person, what is still to be sent to them, and 'push' among the channels of preferences.

-- One device, subscribed in one session: it ends with the session.
create table push_subscriptions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  session_hash bytea not null,
  -- The push service's URL of this device, and the keys that the device decrypts with.
  endpoint text not null,
  -- The known push service of the endpoint, which may have many hosts: 'https://*.notify.windows.com'.
  service text not null,
  p256dh text not null,
  auth text not null,
  label text not null,
  time_zone text not null,
  hides_details boolean not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  constraint push_subscriptions_key primary key (id),
  constraint push_subscriptions_user foreign key (user_id) references users on delete cascade,
  constraint push_subscriptions_session foreign key (session_hash) references sessions on delete cascade,
  constraint push_subscriptions_one_per_session unique (session_hash),
  -- A browser that another person uses now belongs to that person.
  constraint push_subscriptions_one_per_device unique (endpoint),
  constraint push_subscriptions_endpoint_short check (length(endpoint) <= 1500)
);
create index push_subscriptions_by_user on push_subscriptions (user_id, created_at);

-- One fact for one device. Sent ones stay for some days, without their text, so that a fact is not pushed twice.
create table push_deliveries (
  id uuid not null default gen_random_uuid(),
  subscription_id uuid not null,
  user_id uuid not null,
  fact text not null,
  type text not null,
  topic text,
  title text,
  message text,
  path text,
  -- The next start of the appointment that it is about.
  starts_at timestamptz,
  -- The push service of the device: a slow one blocks only its own.
  origin text not null,
  created_at timestamptz not null,
  -- When it is sent or tried again. Null: finished.
  due_at timestamptz,
  attempts smallint not null default 0,
  finished_at timestamptz,
  outcome text,
  -- When the person used one of its buttons.
  answered_at timestamptz,
  constraint push_deliveries_key primary key (id),
  constraint push_deliveries_subscription foreign key (subscription_id) references push_subscriptions on delete cascade,
  constraint push_deliveries_user foreign key (user_id) references users on delete cascade,
  constraint push_deliveries_once unique (subscription_id, fact),
  constraint push_deliveries_outcome_known check (outcome in ('sent', 'stale', 'refused', 'expired')),
  constraint push_deliveries_due_or_finished check ((due_at is null) = (finished_at is not null))
);
create index push_deliveries_due on push_deliveries (due_at) where due_at is not null;
create index push_deliveries_by_user on push_deliveries (user_id, created_at);
create index push_deliveries_by_age on push_deliveries (created_at);

-- Only what a person chose otherwise has a row.
create table push_settings (
  user_id uuid not null,
  holds_email boolean not null,
  updated_at timestamptz not null,
  constraint push_settings_key primary key (user_id),
  constraint push_settings_user foreign key (user_id) references users on delete cascade
);

alter table pending_events
  -- The notifications of the event, where one of its users has a device: [{"userId", "fact", "type", "topic", "title", "message", "path", …}].
  add column pushes json,
  -- When it happened.
  add column pushes_at timestamptz;

alter table notification_preferences
  drop constraint notification_preferences_channel_known,
  add constraint notification_preferences_channel_known check (channel in ('in-app', 'email', 'whatsapp', 'push')) not valid;
