-- start: what a barbershop knows of its customers.

create table customer_profiles (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  -- The customer's account, which has its own name and phone. Null: the barbershop knows the customer by phone.
  user_id uuid,
  name text,
  -- As that of users.
  search_name text generated always as (search_form(name)) stored,
  -- E.164.
  phone text,
  notes text not null default '',
  allergies text not null default '',
  tags text[] not null default '{}',
  -- URLs of uploads, newest last.
  photos text[] not null default '{}',
  -- When staff recorded the consent. Withdrawing it removes the photos.
  photos_consented_at timestamptz,
  -- As the barbershop noted it: nothing is sent to it, and no account is found by it.
  email text,
  -- MM-DD: the year is nobody's business.
  birthday text,
  -- Since when the customer wants no messages but those about appointments.
  marketing_refused_at timestamptz,
  -- Since when the barbershop does not take bookings of this customer.
  blocked_at timestamptz,
  -- How much the customer may owe; null: nothing is sold to them on account.
  debt_limit_cents integer,
  -- Incremented by each edit: one of an older version is refused.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint customer_profiles_phone_unique unique (barbershop_id, phone),
  constraint customer_profiles_user_unique unique (barbershop_id, user_id),
  constraint customer_profiles_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint customer_profiles_user foreign key (user_id) references users on delete cascade,
  constraint customer_profiles_phone_form check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  constraint customer_profiles_name_length check (char_length(name) between 1 and 120),
  constraint customer_profiles_email_length check (char_length(email) between 3 and 254),
  constraint customer_profiles_birthday_form check (birthday ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'),
  constraint customer_profiles_notes_length check (char_length(notes) <= 2000 and char_length(allergies) <= 500),
  constraint customer_profiles_debt_limit_positive check (debt_limit_cents >= 0),
  constraint customer_profiles_tags_count check (cardinality(tags) <= 12),
  constraint customer_profiles_has_name check (user_id is not null or name is not null),
  constraint customer_profiles_photos_by_consent check (photos = '{}' or photos_consented_at is not null)
);
create index customer_profiles_by_user on customer_profiles (user_id);
create index customer_profiles_by_birthday on customer_profiles (barbershop_id, birthday) where birthday is not null;
-- Few rows: every booking of a customer is checked against it.
create index customer_profiles_blocked on customer_profiles (barbershop_id) where blocked_at is not null;
-- The sweep of uploads queries whether a photo is still kept.
create index customer_profiles_by_photo on customer_profiles using gin (photos);
-- The customers without an account in the order of their names, searched without reading the table.
create index customer_profiles_by_name on customer_profiles (barbershop_id, search_name, id) where user_id is null;
