-- start: the walk-in queue of a barbershop.

create table barbershop_queues (
  barbershop_id uuid not null,
  is_on boolean not null,
  -- Days of the week on which it takes entries, 0 is Sunday; minutes of local time, null: as long as the barbershop is open.
  weekdays smallint[] not null,
  opens_minute smallint,
  closes_minute smallint,
  max_length smallint not null,
  call_minutes smallint not null,
  slide_positions smallint not null,
  max_slides smallint not null,
  -- Percent of each barber's working time that customers cannot book.
  walk_in_share smallint not null,
  -- In the QR code at the door and in the link of the screen: random, and replaced when it was copied.
  door_key text not null,
  screen_key text not null,
  -- When staff tapped last. Without taps nothing is known, and no wait is shown.
  tapped_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null,
  constraint barbershop_queues_key primary key (barbershop_id),
  constraint barbershop_queues_door_key_unique unique (door_key),
  constraint barbershop_queues_screen_key_unique unique (screen_key),
  constraint barbershop_queues_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint barbershop_queues_minutes check (
    opens_minute between 0 and 1439 and closes_minute between 1 and 1440 or opens_minute is null or closes_minute is null),
  constraint barbershop_queues_limits check (
    max_length between 1 and 60 and call_minutes between 1 and 30 and slide_positions between 1 and 5 and max_slides between 0 and 5
    and walk_in_share between 0 and 50)
);

create table queue_entries (
  id uuid not null,
  barbershop_id uuid not null,
  -- The wanted barber; null: the barber who is free first.
  barber_id uuid,
  customer_id uuid,
  profile_id uuid,
  -- Of a customer without an account or profile; null after an erasure, and some weeks later.
  name text,
  phone text,
  service_id uuid,
  source text not null,
  added_by uuid,
  status text not null,
  -- Orders the queue: the lowest one is next.
  rank double precision not null,
  slides smallint not null default 0,
  called_by uuid,
  called_at timestamptz,
  come_by timestamptz,
  -- When the customer was notified of being the next one: once.
  next_notified_at timestamptz,
  appointment_id uuid,
  -- Minutes that were shown when the customer joined.
  promised_from smallint,
  promised_to smallint,
  joined_at timestamptz not null,
  -- Of the present status.
  changed_at timestamptz not null,
  changed_by uuid,
  version integer not null default 1,
  constraint queue_entries_key primary key (id),
  constraint queue_entries_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint queue_entries_barber foreign key (barber_id) references barbers on delete set null,
  constraint queue_entries_customer foreign key (customer_id) references users on delete set null,
  constraint queue_entries_profile foreign key (profile_id) references customer_profiles on delete set null,
  constraint queue_entries_service foreign key (service_id) references services on delete set null,
  constraint queue_entries_called_by foreign key (called_by) references barbers on delete set null,
  constraint queue_entries_appointment foreign key (appointment_id) references appointments on delete set null,
  constraint queue_entries_status_known check (status in ('WAITING', 'CALLED', 'SERVED', 'LEFT', 'REMOVED', 'MISSED', 'EXPIRED')),
  constraint queue_entries_source_known check (source in ('account', 'door', 'staff')),
  constraint queue_entries_called_at_given check (status <> 'CALLED' or (called_at is not null and come_by is not null)),
  constraint queue_entries_name_length check (char_length(name) between 1 and 120)
);
create index queue_entries_open on queue_entries (barbershop_id, rank) where status in ('WAITING', 'CALLED');
create index queue_entries_by_day on queue_entries (barbershop_id, joined_at);
create index queue_entries_by_customer on queue_entries (customer_id, joined_at) where customer_id is not null;
create index queue_entries_by_profile on queue_entries (profile_id) where profile_id is not null;
create index queue_entries_by_service on queue_entries (service_id) where service_id is not null;
create index queue_entries_by_age on queue_entries (joined_at);
create index queue_entries_with_name on queue_entries (joined_at) where name is not null or phone is not null;
create index queue_entries_due on queue_entries (come_by) where status = 'CALLED';
create unique index queue_entries_one_per_appointment on queue_entries (appointment_id);
-- A barber calls one customer at a time.
create unique index queue_entries_one_call on queue_entries (called_by) where status = 'CALLED';
create unique index queue_entries_once_by_account on queue_entries (barbershop_id, customer_id) where status in ('WAITING', 'CALLED');
create unique index queue_entries_once_by_profile on queue_entries (profile_id) where status in ('WAITING', 'CALLED');
create unique index queue_entries_once_by_phone on queue_entries (barbershop_id, phone) where status in ('WAITING', 'CALLED');

-- How long services really take in a city, in relation to what barbershops plan. Of at least five barbershops: nobody's own figures.
create table city_paces (
  state text not null,
  -- As search_form() writes it, so that spellings of one city count together.
  city text not null,
  -- The first words of a service's name, empty for all services of the city.
  kind text not null,
  barbershops integer not null,
  services integer not null,
  -- Of the natural logarithm of the real minutes per planned minute.
  median_log double precision not null,
  spread double precision not null,
  computed_at timestamptz not null,
  constraint city_paces_key primary key (state, city, kind),
  constraint city_paces_of_many check (barbershops >= 5 and services >= 30)
);
create index city_paces_by_age on city_paces (computed_at);

-- Who receives an event of these users: they, and unless it is personal the receptionists and managers of the barbershops they own. Of an
-- event of a queue, whose ids are barbershops: the staff, the customers in it, and the barbershop's own listeners.
create function event_recipients(topic text, user_ids uuid[]) returns setof uuid
  language sql stable
  as $$
    select unnest(user_ids)
    union
    select barbershop_roles.user_id from barbershops join barbershop_roles on barbershop_roles.barbershop_id = barbershops.id
     where barbershops.owner_id = any (user_ids) and topic not in ('notifications', 'queue')
    union
    select owner_id from barbershops where id = any (user_ids) and topic = 'queue'
    union
    select user_id from barbershop_roles where barbershop_id = any (user_ids) and topic = 'queue'
    union
    select user_id from barbers where barbershop_id = any (user_ids) and removed_at is null and topic = 'queue'
    union
    select customer_id from queue_entries
     where barbershop_id = any (user_ids) and topic = 'queue' and status in ('WAITING', 'CALLED') and customer_id is not null
    union
    -- Whose entry has just ended: their pages still show it.
    select customer_id from queue_entries
     where barbershop_id = any (user_ids) and topic = 'queue' and joined_at > now() - interval '1 day'
       and changed_at > now() - interval '1 minute' and customer_id is not null
  $$;
