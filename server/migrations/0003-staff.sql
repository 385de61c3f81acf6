-- A barber is a person's chair in one shop; the person (user_id) may have chairs in several.
create table barbers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  barbershop_id uuid not null,
  bio text,
  position smallint not null default 0,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint barbers_user foreign key (user_id) references users,
  constraint barbers_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint barbers_once_per_shop unique (user_id, barbershop_id),
  -- Lets appointments prove that their person and shop are the chair's.
  constraint barbers_identity unique (id, user_id, barbershop_id),
  constraint barbers_bio_length check (char_length(bio) <= 500)
);
create index barbers_by_barbershop on barbers (barbershop_id, position) where removed_at is null;

create table specialties (
  id integer generated always as identity primary key,
  name citext not null,
  constraint specialties_name_unique unique (name),
  constraint specialties_name_length check (char_length(name) between 1 and 60)
);

create table barber_specialties (
  barber_id uuid not null,
  specialty_id integer not null,
  constraint barber_specialties_key primary key (barber_id, specialty_id),
  constraint barber_specialties_barber foreign key (barber_id) references barbers on delete cascade,
  constraint barber_specialties_specialty foreign key (specialty_id) references specialties
);

-- A barber without any row works whenever the shop is open; with rows, only in the part of them that the shop is open.
create table barber_hours (
  barber_id uuid not null,
  day_of_week smallint not null,
  starts_minute smallint not null,
  ends_minute smallint not null,
  constraint barber_hours_key primary key (barber_id, day_of_week, starts_minute),
  constraint barber_hours_barber foreign key (barber_id) references barbers on delete cascade,
  constraint barber_hours_day_range check (day_of_week between 0 and 6),
  constraint barber_hours_minutes_range check (starts_minute between 0 and 1439 and ends_minute > starts_minute and ends_minute <= starts_minute + 1440)
);

-- Weekly pauses, lunch above all.
create table breaks (
  barber_id uuid not null,
  day_of_week smallint not null,
  starts_minute smallint not null,
  ends_minute smallint not null,
  constraint breaks_key primary key (barber_id, day_of_week, starts_minute),
  constraint breaks_barber foreign key (barber_id) references barbers on delete cascade,
  constraint breaks_day_range check (day_of_week between 0 and 6),
  constraint breaks_minutes_range check (starts_minute between 0 and 2879 and ends_minute > starts_minute and ends_minute <= starts_minute + 1440)
);

create table time_off (
  id uuid primary key default gen_random_uuid(),
  barber_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text,
  constraint time_off_barber foreign key (barber_id) references barbers on delete cascade,
  constraint time_off_order check (ends_at > starts_at)
);
create index time_off_by_barber on time_off (barber_id, ends_at);
