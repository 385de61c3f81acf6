-- start: notifications inside the product, preferences, pushes to devices, and addresses that refuse messages.

-- Notifications inside the product. `dedupe_key` names what happened: notified again, it stays one row.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  type text not null,
  dedupe_key text not null,
  title text not null,
  message text not null,
  -- Where a tap leads: a path of the web, never the address of another site.
  path text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notifications_once unique (user_id, dedupe_key),
  constraint notifications_user foreign key (user_id) references users on delete cascade,
  constraint notifications_path_own check (path ~ '^/([^/\\]|$)')
);
create index notifications_by_user on notifications (user_id, created_at desc, id);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_by_age on notifications (created_at);

-- Only what a person chose otherwise has a row: without one a topic is on.
create table notification_preferences (
  user_id uuid not null,
  topic text not null,
  channel text not null,
  is_on boolean not null,
  updated_at timestamptz not null default now(),
  constraint notification_preferences_key primary key (user_id, topic, channel),
  constraint notification_preferences_user foreign key (user_id) references users on delete cascade,
  constraint notification_preferences_channel_known check (channel in ('in-app', 'email', 'whatsapp', 'push')),
  constraint notification_preferences_topic_known
    check (topic in ('appointments', 'reminders', 'reviews', 'business', 'waitlist', 'last-minute', 'rhythm'))
);

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
  constraint push_subscriptions_one_per_session unique (session_hash),
  -- A browser that another person uses now belongs to that person.
  constraint push_subscriptions_one_per_device unique (endpoint),
  constraint push_subscriptions_user foreign key (user_id) references users on delete cascade,
  constraint push_subscriptions_session foreign key (session_hash) references sessions on delete cascade,
  constraint push_subscriptions_endpoint_short check (length(endpoint) <= 1500)
);
create index push_subscriptions_by_user on push_subscriptions (user_id, created_at);

-- One event for one device. Sent ones stay for some days, without their text, so that an event is not pushed twice.
create table push_deliveries (
  id uuid not null default gen_random_uuid(),
  subscription_id uuid not null,
  user_id uuid not null,
  dedupe_key text not null,
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
  constraint push_deliveries_once unique (subscription_id, dedupe_key),
  constraint push_deliveries_subscription foreign key (subscription_id) references push_subscriptions on delete cascade,
  constraint push_deliveries_user foreign key (user_id) references users on delete cascade,
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

-- WhatsApp messages to a person's phone: since when they want them, and until when they wanted them. Proof of both stays.
create table whatsapp_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  constraint whatsapp_consents_user foreign key (user_id) references users on delete cascade,
  constraint whatsapp_consents_order check (withdrawn_at >= given_at)
);
create unique index whatsapp_consents_open on whatsapp_consents (user_id) where withdrawn_at is null;
create index whatsapp_consents_by_user on whatsapp_consents (user_id, given_at desc);

-- Addresses that refused a message for good. After several refusals nothing more is sent to them for some days.
create table undeliverable_addresses (
  channel text not null,
  recipient citext not null,
  -- What the mail server or WhatsApp reported, without the recipient.
  reason text not null,
  refusals smallint not null default 1,
  refused_at timestamptz not null,
  constraint undeliverable_addresses_key primary key (channel, recipient),
  constraint undeliverable_addresses_channel_known check (channel in ('email', 'whatsapp')),
  constraint undeliverable_addresses_refusals_positive check (refusals > 0)
);
create index undeliverable_addresses_by_age on undeliverable_addresses (refused_at);

-- Emails where no mail server is configured (demo only).
create table outbox_messages (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now()
);
