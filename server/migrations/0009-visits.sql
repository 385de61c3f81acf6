-- After a service the chair is not free at once: sweeping, steaming the next towel. The appointment copies it.
alter table services
  add column buffer_min smallint not null default 0,
  add constraint services_buffer_range check (buffer_min between 0 and 120);

-- Only plain timestamps may be added up in a generated column, because a day of a zone is not always 24 hours.
alter table appointments
  add column buffer_min smallint not null default 0,
  add column busy_until timestamptz not null generated always as (
    (ends_at at time zone 'UTC' + make_interval(mins => buffer_min)) at time zone 'UTC'
  ) stored,
  add constraint appointments_buffer_range check (buffer_min between 0 and 120),
  drop constraint appointments_barber_no_overlap,
  -- The barber is taken until the chair is ready again; the customer leaves when he is served.
  add constraint appointments_barber_no_overlap exclude using gist (
    barber_user_id with =, tstzrange(starts_at, busy_until) with &&
  ) where (status in ('HELD', 'SCHEDULED', 'CONFIRMED'));

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

-- A set of services as an array that can be compared: each once, in one order.
create function sorted_set(ids uuid[]) returns uuid[]
  language sql immutable strict parallel safe
  return array(select distinct id from unnest(ids) as id order by id);

-- What a shop asks for services taken in one visit, where that is not their sum. Null price: the sum.
create table service_combinations (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  service_ids uuid[] not null,
  duration_min integer not null,
  price_cents integer,
  constraint service_combinations_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint service_combinations_once_per_shop unique (barbershop_id, service_ids),
  constraint service_combinations_set_form check (service_ids = sorted_set(service_ids) and cardinality(service_ids) between 2 and 5),
  constraint service_combinations_duration_range check (duration_min between 1 and 720),
  constraint service_combinations_price_positive check (price_cents >= 0)
);
