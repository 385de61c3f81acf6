-- start: barbers with their hours, services and portfolios, the roles of other staff, and invites.

-- A barber belongs to one barbershop; the person (user_id) may be a barber in several.
create table barbers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  barbershop_id uuid not null,
  bio text,
  -- The handle of the barber's account.
  instagram text,
  position smallint not null default 0,
  -- Incremented by each edit of the weekly hours: one that started from an older version is refused, instead of undoing what another tab did.
  schedule_version integer not null default 1,
  -- A booking is decided by hours, breaks and time off that were read before it is written. Every change of them increments the
  -- version, and a booking is written only if the version is still the one that was read. `schedule_version` cannot serve: it is
  -- compared by the form with the weekly hours, whose unsaved changes would be refused whenever time off is added.
  availability_version integer not null default 1,
  -- Incremented by each edit. The owner and the barber may edit at the same time, and one that started from an older version is refused.
  portfolio_version integer not null default 1,
  -- What the owner lets the barber do beyond the own day. The default is the preset of the contract (roles.ts).
  permissions text[] not null default '{customers,spend,discounts}',
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint barbers_once_per_shop unique (user_id, barbershop_id),
  -- Lets a foreign key of appointments prove that their person and barbershop are those of the barber.
  constraint barbers_identity unique (id, user_id, barbershop_id),
  constraint barbers_user foreign key (user_id) references users,
  constraint barbers_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint barbers_bio_length check (char_length(bio) <= 500),
  constraint barbers_instagram_form check (char_length(instagram) <= 30 and instagram ~ '^[a-z0-9_]+(\.[a-z0-9_]+)*$'),
  constraint barbers_permissions_known check (
    permissions <@ '{agenda,customers,phones,spend,discounts,prices,settings,team,money,cash,export}')
);
create index barbers_by_barbershop on barbers (barbershop_id, position) where removed_at is null;

create table specialties (
  id integer generated always as identity primary key,
  name citext not null,
  constraint specialties_name_unique unique (name),
  constraint specialties_name_length check (char_length(name) between 1 and 60)
);
-- What most barbers are asked for, so that the first search already finds something.
insert into specialties (name) values
  ('Barba'), ('Barboterapia'), ('Coloração'), ('Corte afro'), ('Corte clássico'), ('Corte infantil'), ('Corte na tesoura'),
  ('Degradê'), ('Desenhos no cabelo'), ('Hidratação'), ('Luzes'), ('Navalhado'), ('Pigmentação'), ('Platinado'),
  ('Relaxamento'), ('Sobrancelha'), ('Terapia capilar');

create table barber_specialties (
  barber_id uuid not null,
  specialty_id integer not null,
  constraint barber_specialties_key primary key (barber_id, specialty_id),
  constraint barber_specialties_barber foreign key (barber_id) references barbers on delete cascade,
  constraint barber_specialties_specialty foreign key (specialty_id) references specialties
);

-- A barber without any row works whenever the barbershop is open; with rows, only in the part of them in which it is open.
create table barber_hours (
  barber_id uuid not null,
  day_of_week smallint not null,
  starts_minute smallint not null,
  ends_minute smallint not null,
  constraint barber_hours_key primary key (barber_id, day_of_week, starts_minute),
  constraint barber_hours_barber foreign key (barber_id) references barbers on delete cascade,
  constraint barber_hours_day_range check (day_of_week between 0 and 6),
  constraint barber_hours_minutes_range check (
    starts_minute between 0 and 1439 and ends_minute > starts_minute and ends_minute <= starts_minute + 1440)
);

-- Weekly breaks, lunch above all.
create table breaks (
  barber_id uuid not null,
  day_of_week smallint not null,
  starts_minute smallint not null,
  ends_minute smallint not null,
  constraint breaks_key primary key (barber_id, day_of_week, starts_minute),
  constraint breaks_barber foreign key (barber_id) references barbers on delete cascade,
  constraint breaks_day_range check (day_of_week between 0 and 6),
  constraint breaks_minutes_range check (
    starts_minute between 0 and 2879 and ends_minute > starts_minute and ends_minute <= starts_minute + 1440)
);

create table time_off (
  id uuid primary key default gen_random_uuid(),
  barber_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The days of time off in whole days: where the barbershop closes past midnight they cannot be computed from the instants.
  first_day date,
  last_day date,
  reason text,
  constraint time_off_barber foreign key (barber_id) references barbers on delete cascade,
  constraint time_off_order check (ends_at > starts_at),
  constraint time_off_days_together check ((first_day is null) = (last_day is null)),
  constraint time_off_days_order check (last_day >= first_day),
  constraint time_off_reason_length check (char_length(reason) between 1 and 120)
);
create index time_off_by_barber on time_off (barber_id, ends_at);

-- A barber without a row provides the service as the barbershop does. Null: the value of the barbershop.
create table barber_services (
  barber_id uuid not null,
  service_id uuid not null,
  barbershop_id uuid not null,
  is_provided boolean not null default true,
  duration_min integer,
  price_cents integer,
  constraint barber_services_key primary key (barber_id, service_id),
  constraint barber_services_barber foreign key (barber_id) references barbers on delete cascade,
  constraint barber_services_service foreign key (service_id) references services on delete cascade,
  constraint barber_services_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint barber_services_duration_range check (duration_min between 1 and 720),
  constraint barber_services_price_positive check (price_cents >= 0),
  constraint barber_services_differ check (not is_provided or duration_min is not null or price_cents is not null)
);
create index barber_services_by_barbershop on barber_services (barbershop_id);
create index barber_services_by_service on barber_services (service_id);

-- The rows of current barbers only: most barbershops have none, and need nothing of the next view.
create view barber_terms as
  select own.* from barber_services own join barbers on barbers.id = own.barber_id and barbers.removed_at is null;

-- What each current barber provides. Barbers are numbered from zero in the order of their barbershop.
create view provided_services as
  select services.barbershop_id, barbers.id as barber_id, services.id as service_id, services.name, services.position,
         services.buffer_min, coalesce(own.duration_min, services.duration_min) as duration_min,
         coalesce(own.price_cents, services.price_cents) as price_cents,
         (select count(*) from barbers earlier
           where earlier.barbershop_id = barbers.barbershop_id and earlier.removed_at is null
             and (earlier.position, earlier.id) < (barbers.position, barbers.id))::integer as barber_number
    from barbers join services on services.barbershop_id = barbers.barbershop_id and services.is_active
    left join barber_services own on own.barber_id = barbers.id and own.service_id = services.id
   where barbers.removed_at is null and own.is_provided is not false;

-- Stores what lists and search show of these barbershops and their services (null: of all). The transaction that changes either calls it.
create function refresh_barbershops(ids uuid[] default null) returns void
  language sql
  begin atomic
    update barbershops set
      price_from = case when exists (select from barber_terms where barber_terms.barbershop_id = barbershops.id)
        then (select min(price_cents) from provided_services where barbershop_id = barbershops.id)
        else (select min(price_cents) from services where barbershop_id = barbershops.id and is_active) end,
      search_text = search_form(concat_ws(' ', name, neighborhood, city, (
        select string_agg(distinct services.name, ' ') from services where barbershop_id = barbershops.id and is_active
      )))
    where ids is null or id = any (ids);
    select collect_search_words(ids);
  end;

-- A barber who comes or goes takes their prices with them. Only barbershops with such prices are locked.
create function refresh_prices_of_barbers() returns trigger
  language plpgsql
  as $$
  declare ids uuid[];
  begin
    if tg_op = 'INSERT' then
      select array_agg(distinct barbershop_id order by barbershop_id) into ids from fresh;
    else
      select array_agg(distinct fresh.barbershop_id order by fresh.barbershop_id) into ids
        from fresh join stale using (id) where fresh.removed_at is distinct from stale.removed_at;
    end if;
    if exists (select from barber_services own where own.barbershop_id = any (ids)) then
      perform refresh_barbershops(ids);
    end if;
    return null;
  end $$;
create trigger barbers_priced_insert after insert on barbers
  referencing new table as fresh for each statement execute function refresh_prices_of_barbers();
create trigger barbers_priced_update after update on barbers
  referencing old table as stale new table as fresh for each statement execute function refresh_prices_of_barbers();

-- Images of a barber's work.
create table portfolio_images (
  barber_id uuid not null,
  url text not null,
  -- The barber's user: the image is part of their personal data.
  barber_user_id uuid not null,
  -- The service that the image shows.
  service_id uuid,
  position smallint not null,
  created_at timestamptz not null,
  constraint portfolio_images_key primary key (barber_id, url),
  constraint portfolio_images_barber foreign key (barber_id) references barbers on delete cascade,
  constraint portfolio_images_user foreign key (barber_user_id) references users,
  constraint portfolio_images_service foreign key (service_id) references services on delete set null
);
create index portfolio_images_by_position on portfolio_images (barber_id, position);
create index portfolio_images_by_user on portfolio_images (barber_user_id);
create index portfolio_images_by_service on portfolio_images (service_id) where service_id is not null;
-- The sweep of uploads queries whether an image is still shown.
create index portfolio_images_by_url on portfolio_images (url);

-- Receptionists and managers.
create table barbershop_roles (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  -- An ordinary account: the role of the account stays as it is.
  user_id uuid not null,
  role text not null,
  -- The preset of the role, and what the owner changed of it.
  permissions text[] not null,
  created_at timestamptz not null,
  constraint barbershop_roles_once unique (barbershop_id, user_id),
  constraint barbershop_roles_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint barbershop_roles_user foreign key (user_id) references users on delete cascade,
  constraint barbershop_roles_known check (role in ('RECEPTIONIST', 'MANAGER')),
  constraint barbershop_roles_permissions_known check (
    permissions <@ '{agenda,customers,phones,spend,discounts,prices,settings,team,money,cash,export}')
);
create index barbershop_roles_by_user on barbershop_roles (user_id);

-- A person whom an owner invited to the staff, with or without an account.
create table invites (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  -- Null: an invite by a link that its creator passes on.
  email citext,
  role text not null default 'BARBER',
  -- The barber without an account whom the account joins. Null: a new barber.
  barber_id uuid,
  -- SHA-256 of the token in the link of the newest email; null until that is written.
  token_hash bytea,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  -- When the address refused the newest email of this invite.
  refused_at timestamptz,
  expires_at timestamptz not null,
  outcome text,
  closed_at timestamptz,
  constraint invites_token_unique unique (token_hash),
  constraint invites_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint invites_barber foreign key (barber_id) references barbers on delete cascade,
  constraint invites_barber_role check (barber_id is null or role = 'BARBER'),
  constraint invites_email_length check (char_length(email) <= 254),
  constraint invites_outcome_known check (outcome in ('accepted', 'revoked')),
  constraint invites_closed_with_outcome check ((outcome is null) = (closed_at is null)),
  constraint invites_role_known check (role in ('BARBER', 'RECEPTIONIST', 'MANAGER'))
);
-- Invited again, the person gets the same invite.
create unique index invites_one_open on invites (barbershop_id, email) where closed_at is null;
create unique index invites_one_of_barber on invites (barber_id) where closed_at is null and barber_id is not null;
create index invites_by_email on invites (email);
create index invites_by_age on invites (coalesce(closed_at, expires_at));
create index invites_by_barbershop on invites (barbershop_id);
