-- expand: what background work needs: heartbeats of workers, undeliverable addresses, indexes for sweeps, where a sweep continues.

-- A worker reports here every few seconds. The jobs of one that stopped without saying so are given to another.
create table job_workers (
  id text not null,
  beat_at timestamptz not null default clock_timestamp(),
  constraint job_workers_key primary key (id)
);

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

-- When the address refused the newest email of this invite.
alter table invites add column refused_at timestamptz;

-- Sweeps that cannot see from the rows what they have checked continue after this one.
create table sweep_positions (
  name text not null,
  row_at timestamptz not null,
  row_id uuid not null,
  constraint sweep_positions_key primary key (name)
);

-- Each sweep deletes its oldest rows by an index, a batch at a time.
create index sessions_by_end on sessions (expires_at);
create index sessions_by_last_use on sessions (last_used_at);
create index codes_by_age on codes (created_at);
create index attempts_by_age on attempts (window_start);
create index spent_challenges_by_end on spent_challenges (expires_at);
create index email_changes_by_end on email_changes (expires_at);
create index identity_visits_by_end on identity_visits (expires_at);
create index identity_links_by_end on identity_links (expires_at);
create index notifications_by_age on notifications (created_at);
create index payment_events_by_age on payment_events (received_at);
create index payment_sessions_by_age on payment_sessions (created_at);

-- Popularity counts the last 90 days: the first index finds appointments that left them, the second counts what a barbershop has.
create index appointments_completed_by_start on appointments (starts_at, id) where status = 'COMPLETED';
create index appointments_completed_by_barbershop on appointments (barbershop_id, starts_at) where status = 'COMPLETED';
