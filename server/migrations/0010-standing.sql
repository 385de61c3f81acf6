-- start: standing appointments: every n weeks at one local time with one barber.

create table appointment_series (
  id uuid not null default gen_random_uuid(),
  barbershop_id uuid not null,
  barber_id uuid not null,
  -- An account, or a customer whom staff know by phone; one of both.
  customer_id uuid,
  profile_id uuid,
  -- Booked in the name of the barbershop: a customer who called.
  is_by_staff boolean not null,
  -- For whom the customer books; null: for themselves.
  guest_name text,
  service_ids uuid[] not null,
  interval_weeks smallint not null,
  -- The local date of position 0, and the minute of the local day. After a change of weekday position 0 is where it would have been.
  first_date date not null,
  minute smallint not null,
  -- The price of the services that the customer was notified of last, in cents.
  price_cents integer not null,
  status text not null,
  ended_because text,
  -- When the customer was notified that the barbershop is not active; null: it is, or they were not.
  suspended_at timestamptz,
  -- When its dates are looked at next.
  fill_after timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint appointment_series_key primary key (id),
  constraint appointment_series_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint appointment_series_barber foreign key (barber_id) references barbers on delete cascade,
  constraint appointment_series_customer foreign key (customer_id) references users on delete cascade,
  constraint appointment_series_profile foreign key (profile_id) references customer_profiles on delete cascade,
  constraint appointment_series_customer_given check (customer_id is not null or profile_id is not null),
  constraint appointment_series_services_given check (cardinality(service_ids) between 1 and 5),
  constraint appointment_series_interval_range check (interval_weeks between 1 and 8),
  constraint appointment_series_minute_range check (minute between 0 and 1439),
  constraint appointment_series_price_positive check (price_cents >= 0),
  constraint appointment_series_status_known check (status in ('ACTIVE', 'PAUSED', 'ENDED')),
  constraint appointment_series_end_explained check ((status = 'ENDED') = (ended_because is not null)),
  constraint appointment_series_end_known check (
    ended_because in ('customer', 'staff', 'unanswered', 'no-show', 'barber', 'service', 'barbershop', 'account'))
);
create index appointment_series_by_customer on appointment_series (customer_id) where customer_id is not null;
create index appointment_series_by_profile on appointment_series (profile_id) where profile_id is not null;
create index appointment_series_by_barber on appointment_series (barber_id);
create index appointment_series_by_barbershop on appointment_series (barbershop_id);
create index appointment_series_due on appointment_series (fill_after) where status = 'ACTIVE';
create index appointment_series_ended on appointment_series (updated_at) where status = 'ENDED';

-- What became of each date of a standing appointment.
create table series_dates (
  series_id uuid not null,
  -- Counts the dates of the series from 0.
  position integer not null,
  -- Local, as the series wants it. The appointment may be on another day.
  date date not null,
  status text not null,
  reason text,
  appointment_id uuid,
  -- Slots to choose from, as the wire format has them.
  alternatives jsonb not null default '[]',
  reply_by timestamptz,
  -- The series has another time, and the appointment does not yet.
  is_moving boolean not null default false,
  -- Its appointment was cancelled by the barbershop, and what else is free was not looked up yet.
  is_alternative_due boolean not null default false,
  -- When the customer was notified; null: not yet.
  notified_at timestamptz,
  updated_at timestamptz not null,
  constraint series_dates_key primary key (series_id, position),
  -- Deferrable: one statement gives all of them another weekday.
  constraint series_dates_once unique (series_id, date) deferrable,
  constraint series_dates_one_per_appointment unique (appointment_id),
  constraint series_dates_series foreign key (series_id) references appointment_series on delete cascade,
  constraint series_dates_appointment foreign key (appointment_id) references appointments on delete set null,
  constraint series_dates_status_known check (status in ('BOOKED', 'ALTERNATIVES', 'SKIPPED')),
  constraint series_dates_reason_known check (
    reason in ('closed', 'time-off', 'taken', 'busy', 'chosen', 'unanswered', 'paused', 'ended', 'unmoved')),
  constraint series_dates_alternatives_timed check ((status = 'ALTERNATIVES') = (reply_by is not null)),
  constraint series_dates_skip_explained check (status <> 'SKIPPED' or reason is not null)
);
create index series_dates_to_reply on series_dates (reply_by) where status = 'ALTERNATIVES';
create index series_dates_alternative_due on series_dates (series_id) where is_alternative_due;
