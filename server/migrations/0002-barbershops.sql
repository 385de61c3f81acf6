create extension if not exists btree_gist;
create extension if not exists cube;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;

-- Words without accent, case and punctuation, one space before and after each: `like '% nav%'` is "a word begins with nav".
-- unaccent() itself is only stable, because its dictionary could change; an index needs a promise.
create function search_form(value text) returns text
  language sql immutable strict parallel safe
  return ' ' || trim(regexp_replace(
    lower(public.unaccent('public.unaccent'::regdictionary, value)), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'
  )) || ' ';

create table barbershops (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null,
  name text not null,
  description text,
  address text not null,
  street text not null,
  neighborhood text not null,
  city text not null,
  state text not null,
  zip_code text,
  phone text,
  whatsapp text,
  latitude double precision not null,
  longitude double precision not null,
  -- The point on a sphere of the Earth's mean radius, in kilometres: `<->` is the chord, which orders as the arc does.
  position cube not null generated always as (cube(array[
    6371.0088 * cos(radians(latitude)) * cos(radians(longitude)),
    6371.0088 * cos(radians(latitude)) * sin(radians(longitude)),
    6371.0088 * sin(radians(latitude))
  ])) stored,
  time_zone text not null,
  cover_image_url text,
  is_active boolean not null default true,
  is_featured boolean not null default false,
  grid_minutes smallint not null default 15,
  minimum_notice_minutes integer not null default 30,
  cancel_notice_minutes integer not null default 120,
  booking_window_days smallint not null default 60,
  -- Kept by the transactions that change services, reviews and appointments, so that lists never aggregate.
  price_from integer,
  rating_sum integer not null default 0,
  review_count integer not null default 0,
  average_rating double precision generated always as (rating_sum::double precision / nullif(review_count, 0)) stored,
  completed_count integer not null default 0,
  -- search_form() of name, neighbourhood, city and active services; kept likewise, by refresh_barbershops().
  search_text text not null default '',
  search_name text collate "C" not null generated always as (search_form(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint barbershops_owner foreign key (owner_id) references users,
  constraint barbershops_name_length check (char_length(name) between 1 and 120),
  constraint barbershops_state_form check (state ~ '^[A-Z]{2}$'),
  constraint barbershops_latitude_range check (latitude between -90 and 90),
  constraint barbershops_longitude_range check (longitude between -180 and 180),
  constraint barbershops_grid_divides_hour check (grid_minutes in (5, 10, 15, 20, 30, 60)),
  constraint barbershops_notice_range check (minimum_notice_minutes >= 0 and cancel_notice_minutes >= 0),
  constraint barbershops_window_range check (booking_window_days between 1 and 365),
  constraint barbershops_price_from_positive check (price_from >= 0),
  constraint barbershops_rating_range check (rating_sum between review_count and 5 * review_count)
);
create index barbershops_by_position on barbershops using gist (position) where is_active;
create index barbershops_featured_by_position on barbershops using gist (position) where is_active and is_featured;
create index barbershops_by_text on barbershops using gist (position, search_text gist_trgm_ops (siglen = 64)) where is_active;
create index barbershops_by_name_text on barbershops using gist (position, search_name gist_trgm_ops (siglen = 64)) where is_active;
create index barbershops_by_name on barbershops (search_name, id) where is_active;
create index barbershops_by_owner on barbershops (owner_id);

create table features (
  id smallint primary key,
  name text not null,
  constraint features_name_unique unique (name)
);
insert into features (id, name) values
  (1, 'Ambiente climatizado'), (2, 'Wi-Fi gratuito'), (3, 'Estacionamento'), (4, 'Cartão de crédito'),
  (5, 'Produtos premium'), (6, 'Ambiente moderno'), (7, 'Cerveja artesanal'), (8, 'Música ao vivo'),
  (9, 'Produtos importados'), (10, 'Agenda online'), (11, 'Atendimento familiar'), (12, 'Espaço kids'),
  (13, 'Produtos naturais'), (14, 'Preços acessíveis'), (15, 'Tradição de 30 anos');

create table barbershop_features (
  barbershop_id uuid not null,
  feature_id smallint not null,
  constraint barbershop_features_key primary key (barbershop_id, feature_id),
  constraint barbershop_features_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint barbershop_features_feature foreign key (feature_id) references features
);

create table images (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  url text not null,
  position smallint not null default 0,
  constraint images_barbershop foreign key (barbershop_id) references barbershops on delete cascade
);
create index images_by_barbershop on images (barbershop_id, position);

create table services (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  name text not null,
  description text,
  duration_min integer not null default 30,
  price_cents integer not null default 5000,
  is_active boolean not null default true,
  position smallint not null default 0,
  constraint services_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint services_name_length check (char_length(name) between 1 and 120),
  constraint services_duration_range check (duration_min between 1 and 720),
  constraint services_price_positive check (price_cents >= 0)
);
create index services_by_barbershop on services (barbershop_id, position);

-- Openings of a weekday in minutes since its midnight, in the shop's zone; past midnight goes beyond 1440. A closed day has no row.
create table working_hours (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  day_of_week smallint not null,
  opens_minute smallint not null,
  closes_minute smallint not null,
  constraint working_hours_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint working_hours_day_range check (day_of_week between 0 and 6),
  constraint working_hours_minutes_range check (opens_minute between 0 and 1439 and closes_minute > opens_minute and closes_minute <= opens_minute + 1440),
  constraint working_hours_no_overlap exclude using gist (
    barbershop_id with =, day_of_week with =, int4range(opens_minute, closes_minute) with &&
  )
);
create index working_hours_by_barbershop on working_hours (barbershop_id, day_of_week) include (opens_minute, closes_minute);

-- Every word that shops are found by: a mistyped one is looked for here, among thousands, instead of in a million shops.
create table search_words (
  word text collate "C" not null,
  constraint search_words_key primary key (word)
);
create index search_words_by_likeness on search_words using gist (word gist_trgm_ops (siglen = 32));

-- Takes up the words of these shops (null: every shop). In one order, so that two transactions with the same new words
-- wait for each other and never both ways.
create function collect_search_words(ids uuid[] default null) returns void
  language sql
  begin atomic
    insert into search_words (word)
      select distinct word from barbershops, regexp_split_to_table(trim(search_text), ' ') as word
      where (ids is null or id = any (ids)) and length(word) between 3 and 40 and word !~ '^[0-9]+$'
      order by word
    on conflict do nothing;
  end;

-- What lists and search know of a shop and its services; the transaction that changes either calls this (null: every shop).
create function refresh_barbershops(ids uuid[] default null) returns void
  language sql
  begin atomic
    update barbershops set
      price_from = (select min(price_cents) from services where barbershop_id = barbershops.id and is_active),
      search_text = search_form(concat_ws(' ', name, neighborhood, city, (
        select string_agg(distinct services.name, ' ') from services where barbershop_id = barbershops.id and is_active
      )))
    where ids is null or id = any (ids);
    select collect_search_words(ids);
  end;
