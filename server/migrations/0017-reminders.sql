-- What was planned to be told before an appointment. A moved appointment is reminded of its new start; of the same one never twice.
create table reminders (
  appointment_id uuid not null,
  kind text not null,
  channel text not null,
  starts_at timestamptz not null,
  planned_at timestamptz not null,
  constraint reminders_once primary key (appointment_id, kind, channel),
  constraint reminders_appointment foreign key (appointment_id) references appointments on delete cascade,
  constraint reminders_kind_known check (kind in ('24h', '2h')),
  constraint reminders_channel_known check (channel in ('in-app', 'email', 'whatsapp'))
);
-- Read every minute. A booking pays nothing for it: it is a request first.
create index appointments_agreed on appointments (starts_at) where status = 'CONFIRMED';

-- The customer said that he comes. A moved appointment is asked for anew.
alter table appointments
  add column presence_confirmed_at timestamptz;

-- Messages to somebody's phone: since when he wants them, and until when he wanted them. Proof of both stays.
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

-- An address that opens one person's agenda to his calendar program. Only the SHA-256 of its token is stored.
create table calendar_feeds (
  user_id uuid primary key,
  token_hash bytea not null,
  created_at timestamptz not null,
  constraint calendar_feeds_user foreign key (user_id) references users on delete cascade,
  constraint calendar_feeds_token_unique unique (token_hash)
);
