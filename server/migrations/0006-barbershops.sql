-- start: barbershops, what they provide, when they are open, and the words by which they are found.

create table barbershops (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null,
  name text not null,
  search_name text collate "C" not null generated always as (search_form(name)) stored,
  description text,
  cover_image_url text,
  phone text,
  whatsapp text,
  -- The handle of its account.
  instagram text,
  -- How customers pay there. Empty: not said.
  payment_methods text[] not null default '{}',

  address text not null,
  street text not null,
  street_number text not null default '',
  complement text not null default '',
  neighborhood text not null,
  city text not null,
  state text not null,
  zip_code text,
  latitude double precision not null,
  longitude double precision not null,
  -- The point on a sphere of the Earth's mean radius, in kilometres: `<->` is the chord, which orders as the arc does.
  position cube not null generated always as (cube(array[
    6371.0088 * cos(radians(latitude)) * cos(radians(longitude)),
    6371.0088 * cos(radians(latitude)) * sin(radians(longitude)),
    6371.0088 * sin(radians(latitude))
  ])) stored,
  time_zone text not null,

  is_active boolean not null default true,
  -- Since when the end of a plan has deactivated it, not its owner.
  blocked_at timestamptz,
  is_featured boolean not null default false,
  -- Leads among equals in searches, by the plan of the owner. Kept by refresh_badges().
  leads_ties boolean not null default false,
  -- Since when every check of the verified badge holds. Kept by refresh_badges().
  verified_at timestamptz,

  grid_minutes smallint not null default 15,
  minimum_notice_minutes integer not null default 30,
  cancel_notice_minutes integer not null default 120,
  booking_window_days smallint not null default 60,
  -- Which bookings are confirmed at once: 'off', 'everyone', or 'returning': customers who have had an appointment there that was
  -- completed. New barbershops begin with another value, which the program writes.
  auto_confirmation text not null default 'off',
  -- Also bookings that start within two hours, of any customer. Those that leave no time to respond are confirmed in any case.
  auto_confirms_short_notice boolean not null default true,
  -- Also customers with two no-shows there.
  auto_confirms_after_no_shows boolean not null default false,
  -- A visit ends with a comanda: what was paid, and how. Otherwise with a tap. New barbershops begin with it.
  uses_visits boolean not null default false,
  -- When its owner dismissed the list of first steps.
  first_steps_dismissed_at timestamptz,
  -- More on request.
  max_customers integer not null default 20000,

  -- Kept by the transactions that change services, reviews and appointments, so that lists never aggregate.
  price_from integer,
  rating_sum integer not null default 0,
  review_count integer not null default 0,
  average_rating double precision generated always as (rating_sum::double precision / nullif(review_count, 0)) stored,
  completed_count integer not null default 0,
  -- search_form() of name, neighbourhood, city and active services; kept likewise, by refresh_barbershops().
  search_text text not null default '',

  -- Incremented by each edit: one that started from an older version is refused, instead of undoing what another tab did.
  version integer not null default 1,
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
  constraint barbershops_rating_range check (rating_sum between review_count and 5 * review_count),
  constraint barbershops_blocked_is_off check (blocked_at is null or not is_active),
  constraint barbershops_payment_methods_known check (payment_methods <@ array['pix', 'cash', 'debit', 'credit']),
  constraint barbershops_auto_confirmation_known check (auto_confirmation in ('off', 'returning', 'everyone')),
  constraint barbershops_street_number_length check (char_length(street_number) <= 20),
  constraint barbershops_instagram_form check (char_length(instagram) <= 30 and instagram ~ '^[a-z0-9_]+(\.[a-z0-9_]+)*$'),
  constraint barbershops_complement_length check (char_length(complement) <= 80)
);
create index barbershops_by_position on barbershops using gist (position) where is_active;
create index barbershops_featured_by_position on barbershops using gist (position) where is_active and is_featured;
create index barbershops_by_text on barbershops using gist (position, search_text gist_trgm_ops (siglen = 64)) where is_active;
create index barbershops_by_name_text on barbershops using gist (position, search_name gist_trgm_ops (siglen = 64)) where is_active;
create index barbershops_by_name on barbershops (search_name, id) where is_active;
create index barbershops_by_owner on barbershops (owner_id);
create index barbershops_by_cover on barbershops (cover_image_url) where cover_image_url is not null;

-- The rating by which lists are ordered, which weighs how many reviews there are: as if each barbershop had ten more reviews of 4.6, the
-- mean of all. A single 5 does not come before a hundred reviews of 4.9.
create function weighted_rating(rating_sum integer, review_count integer) returns double precision
  language sql immutable parallel safe
  return case when review_count > 0 then (rating_sum + 46)::double precision / (review_count + 10) end;

-- `/slug`. A former address redirects to the current one, so it is never given to another barbershop.
create table barbershop_slugs (
  slug text primary key,
  barbershop_id uuid not null,
  is_current boolean not null default true,
  created_at timestamptz not null default now(),
  constraint barbershop_slugs_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint barbershop_slugs_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug ~ '[a-z]' and char_length(slug) between 3 and 40)
);
create unique index barbershop_slugs_one_current on barbershop_slugs (barbershop_id) where is_current;
create index barbershop_slugs_by_barbershop on barbershop_slugs (barbershop_id);

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
create index images_by_url on images (url);

create table services (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  name text not null,
  description text,
  -- By which the owner groups services.
  category text,
  duration_min integer not null default 30,
  -- After a service the barber is not free at once: sweeping, steaming the next towel. Appointments copy it.
  buffer_min smallint not null default 0,
  price_cents integer not null default 5000,
  position smallint not null default 0,
  is_active boolean not null default true,
  -- Deleted by the owner. Appointments of it stay, and its row with them.
  removed_at timestamptz,
  constraint services_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint services_name_length check (char_length(name) between 1 and 120),
  constraint services_duration_range check (duration_min between 1 and 720),
  constraint services_price_positive check (price_cents >= 0),
  constraint services_buffer_range check (buffer_min between 0 and 120),
  constraint services_removed_is_off check (removed_at is null or not is_active),
  constraint services_category_length check (char_length(category) between 1 and 40)
);
create index services_by_barbershop on services (barbershop_id, position);

-- Price and duration of several services in one visit, where they are not their sums. Null price: the sum.
create table service_combinations (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  -- A combination with a service is a combo: the service has its name, price and duration, which are copied here.
  service_id uuid,
  service_ids uuid[] not null,
  duration_min integer not null,
  price_cents integer,
  constraint service_combinations_once_per_shop unique (barbershop_id, service_ids),
  constraint service_combinations_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint service_combinations_service foreign key (service_id) references services on delete cascade,
  constraint service_combinations_set_form check (service_ids = sorted_set(service_ids) and cardinality(service_ids) between 2 and 5),
  constraint service_combinations_duration_range check (duration_min between 1 and 720),
  constraint service_combinations_price_positive check (price_cents >= 0)
);
create index service_combinations_by_service on service_combinations (service_id);

-- Opening hours of a weekday in minutes since its midnight, in the barbershop's zone; past midnight is beyond 1440. A closed day has no row.
create table working_hours (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  day_of_week smallint not null,
  opens_minute smallint not null,
  closes_minute smallint not null,
  constraint working_hours_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint working_hours_day_range check (day_of_week between 0 and 6),
  constraint working_hours_minutes_range check (
    opens_minute between 0 and 1439 and closes_minute > opens_minute and closes_minute <= opens_minute + 1440),
  constraint working_hours_no_overlap exclude using gist (
    barbershop_id with =, day_of_week with =, int4range(opens_minute, closes_minute) with &&
  )
);
create index working_hours_by_barbershop on working_hours (barbershop_id, day_of_week) include (opens_minute, closes_minute);

-- Dates with other hours than their weekday. Without minutes the barbershop is closed; otherwise they are as those of working_hours.
create table special_dates (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  date date not null,
  opens_minute smallint,
  closes_minute smallint,
  reason text,
  constraint special_dates_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint special_dates_minutes_together check ((opens_minute is null) = (closes_minute is null)),
  constraint special_dates_minutes_range check (
    opens_minute between 0 and 1439 and closes_minute > opens_minute and closes_minute <= opens_minute + 1440),
  constraint special_dates_reason_length check (char_length(reason) between 1 and 80),
  -- A closed day has one row, and no other.
  constraint special_dates_no_overlap exclude using gist (
    barbershop_id with =, date with =, int4range(coalesce(opens_minute, 0), coalesce(closes_minute, 2880)) with &&
  )
);
create index special_dates_by_barbershop on special_dates (barbershop_id, date) include (opens_minute, closes_minute);

-- Every word by which barbershops are found: a mistyped one is looked up here, among thousands, instead of in a million barbershops.
create table search_words (
  word text collate "C" not null,
  -- Processes have the vocabulary in memory and add what their last snapshot did not see, as with barbershop_changes. Words are never
  -- removed.
  added_by xid8 not null default pg_current_xact_id(),
  constraint search_words_key primary key (word)
);
create index search_words_by_likeness on search_words using gist (word gist_trgm_ops (siglen = 32));
create index search_words_by_transaction on search_words (added_by);

-- Adds the words of these barbershops (null: of all). In one order, so that two transactions with the same new words do not deadlock.
create function collect_search_words(ids uuid[] default null) returns void
  language sql
  begin atomic
    insert into search_words (word)
      select distinct word from barbershops, regexp_split_to_table(trim(search_text), ' ') as word
      where (ids is null or id = any (ids)) and length(word) between 3 and 40 and word !~ '^[0-9]+$'
      order by word
    on conflict do nothing;
  end;

-- Sets what the plan of the owner adds to their barbershops: the verified badge, by what is known of each, and the lead among equals.
-- Of at most `most` barbershops, or of these. Returns how many have changed.
create function refresh_badges(at timestamptz, most integer, ids uuid[] default null) returns integer
  language plpgsql
  as $$
  declare changed uuid[];
  begin
    with paying as (
      select subscriptions.user_id, plans.tier = 'premium' as is_premium from subscriptions join plans on plans.id = plan_id
       where status in ('active', 'past_due') and plans.tier <> 'basic'
         and (coalesce(grace_ends_at, period_ends_at) is null or coalesce(grace_ends_at, period_ends_at) > at)
    ), checked as (
      select barbershops.id, paying.user_id is not null as leads,
             coalesce(is_premium, false) and users.email_verified_at is not null
               and coalesce(barbershops.phone, barbershops.whatsapp) is not null and completed_count >= 10
               and (cover_image_url is not null or exists (select from images where images.barbershop_id = barbershops.id)) as verified
        from barbershops join users on users.id = owner_id left join paying on paying.user_id = owner_id
       where (ids is null or barbershops.id = any(ids)) and (paying.user_id is not null or verified_at is not null or leads_ties)
    ), changing as (
      select barbershops.id, verified, leads from barbershops join checked using (id)
       where (verified_at is not null) <> verified or leads_ties <> leads
       order by barbershops.id limit most for no key update of barbershops
    ), updated as (
      update barbershops set verified_at = case when verified then coalesce(verified_at, at) end, leads_ties = leads
        from changing where barbershops.id = changing.id returning barbershops.id
    )
    select array_agg(id order by id) into changed from updated;
    if changed is not null then perform note_barbershop_changes(changed); end if;
    return coalesce(cardinality(changed), 0);
  end $$;

-- Posters that are rendered.
create table posters (
  barbershop_id uuid not null,
  -- 'cartaz.pdf', 'story.png', 'porta.pdf' …
  file text not null,
  -- Of what is shown in it: it is rendered again when that has changed.
  digest text not null,
  bytes bytea not null,
  rendered_at timestamptz not null,
  constraint posters_key primary key (barbershop_id, file),
  constraint posters_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint posters_file_length check (char_length(file) <= 40)
);

-- How many messages a barbershop has sent to people without an account.
create table message_counts (
  barbershop_id uuid not null,
  sent integer not null,
  constraint message_counts_key primary key (barbershop_id),
  constraint message_counts_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint message_counts_sent_range check (sent >= 0)
);
