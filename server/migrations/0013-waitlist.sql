-- start: requests of customers for times that may open, the times that became free, and the exclusive offers that answer the requests.

-- A barbershop without a row offers its freed times.
create table waitlist_settings (
  barbershop_id uuid not null,
  is_on boolean not null,
  version integer not null,
  updated_at timestamptz not null,
  constraint waitlist_settings_key primary key (barbershop_id),
  constraint waitlist_settings_barbershop foreign key (barbershop_id) references barbershops on delete cascade
);

create table waitlist_requests (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  status text not null,
  version integer not null default 1,
  -- Of the first barbershop, or of the place.
  time_zone text not null,
  -- As the customer chose them: local days with minutes since midnight. `wanted` has the same in instants.
  spans jsonb not null,
  wanted tstzmultirange not null,
  wanted_until timestamptz not null generated always as (upper(wanted)) stored,
  max_price_cents integer,
  area_name text,
  latitude double precision,
  longitude double precision,
  radius_km double precision,
  -- The circle on the sphere of `barbershops.position`, and the box around it.
  center cube generated always as (case when latitude is not null then cube(array[
    6371.0088 * cos(radians(latitude)) * cos(radians(longitude)),
    6371.0088 * cos(radians(latitude)) * sin(radians(longitude)),
    6371.0088 * sin(radians(latitude))
  ]) end) stored,
  area cube generated always as (case when latitude is not null then cube_enlarge(cube(array[
    6371.0088 * cos(radians(latitude)) * cos(radians(longitude)),
    6371.0088 * cos(radians(latitude)) * sin(radians(longitude)),
    6371.0088 * sin(radians(latitude))
  ]), radius_km, 3) end) stored,
  service_words text,
  -- Of search_form() of a service's name, which is like all of them.
  service_patterns text[],
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint waitlist_requests_key primary key (id),
  constraint waitlist_requests_user foreign key (user_id) references users on delete cascade,
  constraint waitlist_requests_status_known check (status in ('ACTIVE', 'PAUSED', 'FULFILLED', 'CANCELLED', 'EXPIRED')),
  constraint waitlist_requests_wanted_given check (not isempty(wanted) and not upper_inf(wanted)),
  constraint waitlist_requests_price_positive check (max_price_cents >= 0),
  constraint waitlist_requests_area_whole check (
    num_nonnulls(area_name, latitude, longitude, radius_km, service_words, service_patterns) in (0, 6)),
  constraint waitlist_requests_radius_limits check (radius_km between 1 and 50)
);
create index waitlist_requests_by_user on waitlist_requests (user_id, created_at);
create index waitlist_requests_open on waitlist_requests (wanted_until) where status in ('ACTIVE', 'PAUSED');
create index waitlist_requests_by_age on waitlist_requests (updated_at) where status not in ('ACTIVE', 'PAUSED');

-- The barbershops that a request names. `wanted` and `is_active` are copies of the request's, written with it, so that one index matches.
create table waitlist_targets (
  request_id uuid not null,
  position smallint not null,
  barbershop_id uuid not null,
  -- Null: any of its barbers.
  barber_id uuid,
  service_ids uuid[] not null,
  wanted tstzmultirange not null,
  is_active boolean not null,
  constraint waitlist_targets_key primary key (request_id, position),
  constraint waitlist_targets_request foreign key (request_id) references waitlist_requests on delete cascade,
  constraint waitlist_targets_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint waitlist_targets_barber foreign key (barber_id) references barbers on delete cascade,
  constraint waitlist_targets_services_given check (cardinality(service_ids) between 1 and 5)
);
create index waitlist_targets_matching on waitlist_targets using gist (barbershop_id, wanted) where is_active;
create index waitlist_targets_by_barbershop on waitlist_targets (barbershop_id);
create index waitlist_targets_by_barber on waitlist_targets (barber_id);

-- Of active requests only. An index on the multirange knows its first and last instant: of seven rows read one fits.
-- What the order of the offers needs is copied, so that the request itself is read of those few who get one.
create table waitlist_area_spans (
  request_id uuid not null,
  number integer not null,
  user_id uuid not null,
  during tstzrange not null,
  area cube not null,
  center cube not null,
  radius_km double precision not null,
  created_at timestamptz not null,
  constraint waitlist_area_spans_key primary key (request_id, number),
  constraint waitlist_area_spans_request foreign key (request_id) references waitlist_requests on delete cascade
);
create index waitlist_area_spans_matching on waitlist_area_spans using gist (area, during);

create function write_area_spans(request waitlist_requests) returns void
  language sql
  as $$
    delete from waitlist_area_spans where request_id = request.id;
    insert into waitlist_area_spans (request_id, number, user_id, during, area, center, radius_km, created_at)
    select request.id, number, request.user_id, during, request.area, request.center, request.radius_km, request.created_at
      from unnest(request.wanted) with ordinality as span(during, number)
     where request.status = 'ACTIVE' and request.area is not null
  $$;

create function note_area_spans() returns trigger
  language plpgsql
  as $$ begin perform write_area_spans(new); return null; end $$;
create trigger waitlist_requests_add_area_spans after insert on waitlist_requests
  for each row when (new.area is not null) execute function note_area_spans();
create trigger waitlist_requests_change_area_spans after update on waitlist_requests
  for each row when (
    (old.area is not null or new.area is not null)
    and (old.status, old.wanted, old.area) is distinct from (new.status, new.wanted, new.area))
  execute function note_area_spans();

-- Times that became free, written in the transaction that frees them.
-- OPEN: to be matched. OFFERING: with an open offer. DONE: free for all.
create table freed_times (
  id uuid not null default gen_random_uuid(),
  barbershop_id uuid not null,
  barber_id uuid not null,
  during tstzrange not null,
  cause text not null,
  status text not null,
  freed_at timestamptz not null,
  -- At night it is free for all until then.
  offered_from timestamptz,
  constraint freed_times_key primary key (id),
  constraint freed_times_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint freed_times_barber foreign key (barber_id) references barbers on delete cascade,
  constraint freed_times_cause_known check (cause in ('cancelled', 'rescheduled', 'no-show', 'finished-early', 'time-off', 'hours')),
  constraint freed_times_status_known check (status in ('OPEN', 'OFFERING', 'DONE')),
  constraint freed_times_during_given check (not isempty(during))
);
create index freed_times_by_barbershop on freed_times (barbershop_id, freed_at);
create index freed_times_by_barber on freed_times (barber_id);
create index freed_times_pending on freed_times (freed_at) where status <> 'DONE';
create index freed_times_by_age on freed_times (freed_at);
-- Hours are saved in several statements.
create unique index freed_times_one_growth on freed_times (barber_id) where cause = 'hours' and status <> 'DONE';

-- The id is that of the HELD appointment, which is deleted unless the offer is accepted. So what was offered is copied.
create table waitlist_offers (
  id uuid not null,
  request_id uuid,
  user_id uuid,
  freed_time_id uuid not null,
  barber_id uuid not null,
  status text not null,
  service_name text not null,
  price_cents integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Why this customer: what was asked for, a favourite barbershop, since when.
  fit text not null,
  is_favorite boolean not null,
  waiting_since timestamptz not null,
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint waitlist_offers_key primary key (id),
  constraint waitlist_offers_request foreign key (request_id) references waitlist_requests on delete set null,
  constraint waitlist_offers_user foreign key (user_id) references users on delete set null,
  constraint waitlist_offers_freed_time foreign key (freed_time_id) references freed_times on delete cascade,
  constraint waitlist_offers_barber foreign key (barber_id) references barbers on delete cascade,
  constraint waitlist_offers_status_known check (status in ('OPEN', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'WITHDRAWN')),
  constraint waitlist_offers_fit_known check (fit in ('barber', 'barbershop', 'area')),
  constraint waitlist_offers_end_given check ((status = 'OPEN') = (ended_at is null)),
  constraint waitlist_offers_open_of_user check (status <> 'OPEN' or user_id is not null)
);
create unique index waitlist_offers_one_per_request on waitlist_offers (request_id) where status = 'OPEN';
create unique index waitlist_offers_one_per_user on waitlist_offers (user_id) where status = 'OPEN';
create unique index waitlist_offers_one_per_start on waitlist_offers (freed_time_id, starts_at) where status = 'OPEN';
create index waitlist_offers_by_request on waitlist_offers (request_id);
create index waitlist_offers_by_user on waitlist_offers (user_id, offered_at);
create index waitlist_offers_by_freed_time on waitlist_offers (freed_time_id, user_id);
create index waitlist_offers_by_barber on waitlist_offers (barber_id);
create index waitlist_offers_due on waitlist_offers (expires_at) where status = 'OPEN';
