-- start: last-minute slots: times that a barbershop offers for less on the same day.

-- At most one rule per barbershop.
create table last_minute_rules (
  barbershop_id uuid not null,
  is_on boolean not null,
  percent smallint not null,
  -- A time is offered so many hours before it begins.
  hours_before smallint not null,
  -- Days of the week, 0 is Sunday.
  weekdays smallint[] not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  constraint last_minute_rules_key primary key (barbershop_id),
  constraint last_minute_rules_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint last_minute_rules_percent_limits check (percent between 5 and 50),
  constraint last_minute_rules_hours_limits check (hours_before between 1 and 24)
);
create index last_minute_rules_on on last_minute_rules (barbershop_id) where is_on;

-- Starts of one barber between two instants, the second one exclusive. Only the status ever changes: another percentage is another slot.
create table last_minute_slots (
  id uuid not null,
  barbershop_id uuid not null,
  barber_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  percent smallint not null,
  -- Cents by the id of each service of the barber, as they were first shown.
  prices jsonb not null,
  status text not null,
  -- Made by the rule of the barbershop, not by its staff.
  is_by_rule boolean not null,
  made_at timestamptz not null,
  ended_at timestamptz,
  appointment_id uuid,
  constraint last_minute_slots_key primary key (id),
  constraint last_minute_slots_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint last_minute_slots_barber foreign key (barber_id) references barbers on delete cascade,
  constraint last_minute_slots_appointment foreign key (appointment_id) references appointments on delete set null,
  constraint last_minute_slots_status_known check (status in ('OPEN', 'BOOKED', 'ENDED', 'WITHDRAWN')),
  constraint last_minute_slots_percent_limits check (percent between 5 and 50),
  constraint last_minute_slots_ordered check (ends_at > starts_at),
  constraint last_minute_slots_end_given check ((status = 'OPEN') = (ended_at is null)),
  constraint last_minute_slots_no_overlap exclude using gist (barber_id with =, tstzrange(starts_at, ends_at) with &&)
    where (status = 'OPEN')
);
create index last_minute_slots_open on last_minute_slots (barbershop_id, starts_at) where status = 'OPEN';
create index last_minute_slots_to_check on last_minute_slots (id) where status = 'OPEN';
create index last_minute_slots_by_barbershop on last_minute_slots (barbershop_id, made_at);
create index last_minute_slots_by_age on last_minute_slots (ended_at) where ended_at is not null;
create unique index last_minute_slots_one_per_appointment on last_minute_slots (appointment_id);

-- One message per person and day, over all barbershops. The day is that of the barbershop.
create table last_minute_messages (
  user_id uuid not null,
  sent_on date not null,
  barbershop_id uuid not null,
  sent_at timestamptz not null,
  constraint last_minute_messages_key primary key (user_id, sent_on),
  constraint last_minute_messages_user foreign key (user_id) references users on delete cascade,
  constraint last_minute_messages_barbershop foreign key (barbershop_id) references barbershops on delete cascade
);
create index last_minute_messages_by_barbershop on last_minute_messages (barbershop_id);
create index last_minute_messages_by_age on last_minute_messages (sent_at);

-- One row per consent. A withdrawn one stays, as the record of what was agreed to and until when.
create table last_minute_consents (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  given_at timestamptz not null,
  -- The text that the person agreed to.
  consent_text text not null,
  withdrawn_at timestamptz,
  constraint last_minute_consents_key primary key (id),
  constraint last_minute_consents_user foreign key (user_id) references users on delete cascade,
  constraint last_minute_consents_withdrawn_later check (withdrawn_at >= given_at)
);
create unique index last_minute_consents_one_active on last_minute_consents (user_id) where withdrawn_at is null;
create index last_minute_consents_by_user on last_minute_consents (user_id, given_at);
