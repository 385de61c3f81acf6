-- start: appointments, and what belongs to each.

create table appointments (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  barber_id uuid not null,
  -- The person: two barbershops cannot book the same one at one instant.
  barber_user_id uuid not null,

  customer_id uuid,
  -- Of appointments that staff booked. Those that a customer booked are found by the customer's account.
  profile_id uuid,
  -- Of a customer without an account, as staff typed it. Null: an unknown walk-in, or the account has the name.
  customer_name text,
  -- Who is served, if not the customer who booked. A hold has neither guest nor note. Lengths as in contract/src/appointments.ts.
  guest_name text,
  -- Shared by the appointments that a customer booked for several persons together, which count once for the limits.
  group_id uuid,
  is_walk_in boolean not null default false,
  booked_by uuid,
  -- How it was made. Null: a hold of a customer, or made before this was stored and not known from anything else.
  source text,
  note text,
  -- Among staff, who alone read it.
  staff_note text,

  service_id uuid,
  -- Copied when the appointment is made; later changes of the service do not touch it.
  service_name text not null,
  duration_min integer not null,
  buffer_min smallint not null default 0,
  price_cents integer not null,

  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- With the buffer. Only timestamps without zone may be added up in a generated column, because a day of a zone is not always 24 hours.
  busy_until timestamptz not null generated always as (
    (ends_at at time zone 'UTC' + make_interval(mins => buffer_min)) at time zone 'UTC'
  ) stored,

  status text not null,
  held_until timestamptz,
  -- When it last became SCHEDULED: from here a request that nobody answers is counted.
  requested_at timestamptz not null default now(),
  -- When the customer confirmed to come. A moved appointment is confirmed anew.
  presence_confirmed_at timestamptz,
  cancelled_by text,
  cancel_reason text,

  -- What staff tapped on the day.
  arrived_at timestamptz,
  -- When the service began and ended. Not the booked times, which keep the slot.
  serving_from timestamptz,
  serving_until timestamptz,
  -- The clock ended it, without a tap: not an observation of how long the service takes.
  is_end_settled boolean not null default false,
  -- The delay of which the customer was notified, in minutes, negative for an earlier time; when; and what they answered.
  told_delay_min smallint,
  told_delay_at timestamptz,
  delay_reply text,

  idempotency_key text,
  -- Incremented by each transition: what was written about an older state, such as a reminder or an email, is known by it to be out of date.
  version integer not null default 1,
  -- Upcoming slots in memory follow it as lists follow barbershop_changes: what an old snapshot did not see is computed again. A booking
  -- must not cost more for it, so its own row says which transaction wrote it: an upsert into barbershop_changes would make all bookings
  -- of a barbershop wait for each other.
  changed_by xid8 default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint appointments_idempotency_unique unique (customer_id, idempotency_key),
  constraint appointments_barber foreign key (barber_id, barber_user_id, barbershop_id) references barbers (id, user_id, barbershop_id)
    -- The account of a barber who had none.
    on update cascade,
  constraint appointments_customer foreign key (customer_id) references users,
  constraint appointments_service foreign key (service_id) references services on delete set null,
  constraint appointments_profile foreign key (profile_id) references customer_profiles on delete set null,
  constraint appointments_booked_by foreign key (booked_by) references users on delete set null,
  constraint appointments_status_known check (status in ('HELD', 'SCHEDULED', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW')),
  constraint appointments_held_until_given check ((status = 'HELD') = (held_until is not null)),
  constraint appointments_end_is_start_plus_duration check (ends_at = starts_at + make_interval(mins => duration_min)),
  constraint appointments_price_positive check (price_cents >= 0),
  constraint appointments_customer_name_length check (char_length(customer_name) between 1 and 120),
  constraint appointments_source_known check (
    source in ('page', 'link', 'poster', 'waitlist', 'series', 'phone', 'walk-in', 'queue', 'import')),
  constraint appointments_cancelled_by_known check (cancelled_by in ('customer', 'barber', 'owner', 'system')),
  constraint appointments_cancelled_by_given check (status = 'CANCELLED' or cancelled_by is null),
  constraint appointments_cancel_reason_length check (char_length(cancel_reason) <= 300),
  constraint appointments_buffer_range check (buffer_min between 0 and 120),
  constraint appointments_guest_name_short check (char_length(guest_name) between 1 and 120),
  constraint appointments_note_short check (char_length(note) between 1 and 200),
  constraint appointments_staff_note_short check (char_length(staff_note) between 1 and 500),
  -- An account has its own name.
  constraint appointments_name_only_without_account check (customer_name is null or is_walk_in or customer_id is null),
  constraint appointments_delay_reply_known check (delay_reply in ('ok', 'earlier', 'other-barber')),
  constraint appointments_serving_ordered check (serving_until is null or serving_until >= serving_from),
  -- The truth of the product: a person serves one customer at a time, and one person is served once at a time. The barber is taken until
  -- the buffer ends; the customer leaves when served.
  constraint appointments_barber_no_overlap exclude using gist (
    barber_user_id with =, tstzrange(starts_at, busy_until) with &&
  ) where (status in ('HELD', 'SCHEDULED', 'CONFIRMED')),
  -- A father and a son have their hair cut at the same hour, both by the father's account: who is served is the customer or the guest.
  constraint appointments_customer_no_overlap exclude using gist (
    customer_id with =, (coalesce(lower(guest_name), '')) with =, tstzrange(starts_at, ends_at) with &&
  ) where (status in ('HELD', 'SCHEDULED', 'CONFIRMED'))
);
create index appointments_by_customer on appointments (customer_id, starts_at desc);
create index appointments_by_barber on appointments (barber_id, starts_at);
create index appointments_held on appointments (held_until) where status = 'HELD';
-- One hold per customer: choosing another time releases the first one.
create unique index appointments_one_hold on appointments (customer_id) where status = 'HELD';
create index appointments_by_barber_person on appointments (barber_user_id, starts_at);
create index appointments_unanswered on appointments (requested_at) where status = 'SCHEDULED';
-- Reminders read it every minute. A booking is a request first, so that it does not write it.
create index appointments_agreed on appointments (starts_at) where status = 'CONFIRMED';
-- Popularity counts the last 90 days: which appointments have left them.
create index appointments_completed_by_start on appointments (starts_at, id) where status = 'COMPLETED';
create index appointments_by_change on appointments (changed_by) where changed_by is not null;
create index appointments_by_profile on appointments (profile_id, starts_at) where profile_id is not null;
-- Few rows: guests, and walk-ins whom the barbershop does not know. Staff search for their names, which only the appointment has.
create index appointments_named on appointments (barbershop_id, starts_at)
  where guest_name is not null or (customer_id is null and profile_id is null);
-- Few rows.
create index appointments_by_group on appointments (group_id) where group_id is not null;
create index appointments_by_booker on appointments (booked_by) where booked_by is not null;
-- Repeated requests of staff. `appointments_idempotency_unique` does not compare rows without an account.
create unique index appointments_profile_idempotency_unique on appointments (profile_id, idempotency_key)
  where profile_id is not null and idempotency_key is not null;
-- Everything that the dashboard counts: the table itself is not read for it.
create index appointments_figures_by_barbershop on appointments (barbershop_id, starts_at) include (status, price_cents, ends_at, barber_id, id);
-- A barber serves one customer at a time.
create unique index appointments_one_served on appointments (barber_user_id)
  where status = 'CONFIRMED' and serving_from is not null and serving_until is null;
-- What service durations are learned from.
create index appointments_by_service_end on appointments (barbershop_id, serving_until)
  where serving_until is not null and not is_end_settled;
-- The barbershops in which staff tap at the moment, for the delays of the next customers.
create index appointments_ended_lately on appointments (serving_until) where serving_until is not null and not is_end_settled;

-- The first appointment of an account makes its profile, in whatever way it was booked: of all customers who book in one statement by one.
create function add_customer_profiles() returns trigger
  language plpgsql
  as $$ begin
    insert into customer_profiles (barbershop_id, user_id, created_at)
      select barbershop_id, customer_id, created_at from inserted where customer_id is not null and status <> 'HELD'
      on conflict do nothing;
    return null;
  end $$;
create trigger appointments_add_profile after insert on appointments
  referencing new table as inserted for each statement execute function add_customer_profiles();

create function add_customer_profile() returns trigger
  language plpgsql
  as $$ begin
    insert into customer_profiles (barbershop_id, user_id, created_at)
      values (new.barbershop_id, new.customer_id, new.created_at) on conflict do nothing;
    return null;
  end $$;
-- As appointments_add_profile, for an accepted offer, which becomes an appointment of the customer.
create trigger appointments_add_profile_of_offer after update on appointments
  for each row when (old.status = 'HELD' and new.status <> 'HELD' and new.customer_id is not null)
  execute function add_customer_profile();

-- What a visit of several services consists of, copied when it is made. A visit of one service has no row: the appointment says it.
create table appointment_services (
  appointment_id uuid not null,
  position smallint not null,
  service_id uuid,
  name text not null,
  duration_min integer not null,
  price_cents integer not null,
  constraint appointment_services_key primary key (appointment_id, position),
  constraint appointment_services_appointment foreign key (appointment_id) references appointments on delete cascade,
  constraint appointment_services_service foreign key (service_id) references services on delete set null,
  constraint appointment_services_position_range check (position between 0 and 4),
  constraint appointment_services_price_positive check (price_cents >= 0)
);
create index appointment_services_by_service on appointment_services (service_id);

-- Where an appointment was before staff moved it. Undoing a move restores that.
create table appointment_moves (
  appointment_id uuid not null,
  -- The version of the appointment after the move.
  version integer not null,
  from_barber_id uuid not null,
  from_starts_at timestamptz not null,
  from_status text not null,
  from_requested_at timestamptz not null,
  from_presence_confirmed_at timestamptz,
  moved_by uuid,
  moved_at timestamptz not null,
  undone_at timestamptz,
  constraint appointment_moves_key primary key (appointment_id, version),
  constraint appointment_moves_appointment foreign key (appointment_id) references appointments on delete cascade,
  constraint appointment_moves_barber foreign key (from_barber_id) references barbers on delete cascade,
  constraint appointment_moves_user foreign key (moved_by) references users on delete set null,
  constraint appointment_moves_status_known check (from_status in ('SCHEDULED', 'CONFIRMED'))
);
create index appointment_moves_by_barber on appointment_moves (from_barber_id);
create index appointment_moves_by_user on appointment_moves (moved_by);

-- What an appointment was for before staff changed its services, duration, price or barber. Undoing an edit restores that.
create table appointment_edits (
  appointment_id uuid not null,
  -- Of the appointment after the edit.
  version integer not null,
  from_barber_id uuid not null,
  -- At least one, in their order: id, name, durationMin, priceCents.
  from_services jsonb not null,
  from_duration_min integer not null,
  from_buffer_min smallint not null,
  from_price_cents integer not null,
  price_cents integer not null,
  -- Why it is not the price of the services.
  price_reason text,
  edited_by uuid,
  edited_at timestamptz not null,
  undone_at timestamptz,
  constraint appointment_edits_key primary key (appointment_id, version),
  constraint appointment_edits_appointment foreign key (appointment_id) references appointments on delete cascade,
  constraint appointment_edits_barber foreign key (from_barber_id) references barbers on delete cascade,
  constraint appointment_edits_user foreign key (edited_by) references users on delete set null,
  constraint appointment_edits_price_reason_length check (char_length(price_reason) between 1 and 120)
);
create index appointment_edits_by_barber on appointment_edits (from_barber_id);
create index appointment_edits_by_user on appointment_edits (edited_by);

-- Who corrected the outcome of an appointment, and when. Also of a cancelled one: staff without network served a customer who cancelled
-- meanwhile.
create table appointment_corrections (
  appointment_id uuid not null,
  -- Of the appointment after the correction.
  version integer not null,
  from_status text not null,
  to_status text not null,
  corrected_by uuid,
  corrected_at timestamptz not null,
  constraint appointment_corrections_key primary key (appointment_id, version),
  constraint appointment_corrections_appointment foreign key (appointment_id) references appointments on delete cascade,
  constraint appointment_corrections_user foreign key (corrected_by) references users on delete set null,
  constraint appointment_corrections_to_known check (to_status in ('COMPLETED', 'NO_SHOW', 'CANCELLED')),
  constraint appointment_corrections_from_known check (from_status in ('COMPLETED', 'NO_SHOW', 'CANCELLED'))
);
create index appointment_corrections_by_user on appointment_corrections (corrected_by);

-- Reminders that were planned. A moved appointment is reminded of its new start; of the same one never twice.
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
-- Each minute those of the next hours are read, and past ones are deleted by a sweep.
create index reminders_by_start on reminders (starts_at);

-- Results of what devices did without a network, each stored once with the change.
create table client_commands (
  user_id uuid not null,
  -- Generated by the device: unique for its user only.
  id uuid not null,
  device_id uuid not null,
  -- A repeated id must have the same body.
  body_hash bytea not null,
  -- Ids and texts without names: what it refers to is read again for each response.
  result jsonb not null,
  created_at timestamptz not null,
  constraint client_commands_key primary key (user_id, id),
  constraint client_commands_user foreign key (user_id) references users on delete cascade,
  constraint client_commands_body_hash_length check (octet_length(body_hash) = 32)
);
create index client_commands_by_creation on client_commands (created_at);

-- What came of the buttons of pushes, so that each acts once.
create table push_action_results (
  user_id uuid not null,
  appointment_id uuid not null,
  -- Of the appointment that the push showed.
  version integer not null,
  act text not null,
  -- As the result named it: the appointment may be moved afterwards.
  starts_at timestamptz not null,
  created_at timestamptz not null,
  constraint push_action_results_key primary key (appointment_id, user_id, version, act),
  constraint push_action_results_user foreign key (user_id) references users on delete cascade,
  constraint push_action_results_appointment foreign key (appointment_id) references appointments on delete cascade,
  constraint push_action_results_act_known check (act in ('accept', 'reject', 'confirm'))
);
create index push_action_results_by_user on push_action_results (user_id);
create index push_action_results_by_age on push_action_results (created_at);

-- A link that opens a person's agenda to their calendar program. Only the SHA-256 of its token is stored.
create table calendar_feeds (
  user_id uuid primary key,
  token_hash bytea not null,
  created_at timestamptz not null,
  constraint calendar_feeds_token_unique unique (token_hash),
  constraint calendar_feeds_user foreign key (user_id) references users on delete cascade
);
