create table appointments (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  barber_id uuid not null,
  -- The person in the chair: two shops cannot book the same person at one instant.
  barber_user_id uuid not null,
  customer_id uuid,
  service_id uuid,
  -- Copied when the appointment is made; later changes of the service do not touch it.
  service_name text not null,
  duration_min integer not null,
  price_cents integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null,
  held_until timestamptz,
  idempotency_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint appointments_barber foreign key (barber_id, barber_user_id, barbershop_id) references barbers (id, user_id, barbershop_id),
  constraint appointments_customer foreign key (customer_id) references users,
  constraint appointments_service foreign key (service_id) references services on delete set null,
  constraint appointments_status_known check (status in ('HELD', 'SCHEDULED', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW')),
  constraint appointments_held_until_given check ((status = 'HELD') = (held_until is not null)),
  constraint appointments_end_is_start_plus_duration check (ends_at = starts_at + make_interval(mins => duration_min)),
  constraint appointments_price_positive check (price_cents >= 0),
  constraint appointments_idempotency_unique unique (customer_id, idempotency_key),
  -- The truth of the product: one person serves, and one person is served, once at a time.
  constraint appointments_barber_no_overlap exclude using gist (
    barber_user_id with =, tstzrange(starts_at, ends_at) with &&
  ) where (status in ('HELD', 'SCHEDULED', 'CONFIRMED')),
  constraint appointments_customer_no_overlap exclude using gist (
    customer_id with =, tstzrange(starts_at, ends_at) with &&
  ) where (status in ('HELD', 'SCHEDULED', 'CONFIRMED'))
);
create index appointments_by_customer on appointments (customer_id, starts_at desc);
create index appointments_by_customer_creation on appointments (customer_id, created_at);
create index appointments_by_barbershop on appointments (barbershop_id, starts_at);
create index appointments_by_barber on appointments (barber_id, starts_at);
create index appointments_held on appointments (held_until) where status = 'HELD';
-- One hold a person: choosing another time lets the first one go.
create unique index appointments_one_hold on appointments (customer_id) where status = 'HELD';
