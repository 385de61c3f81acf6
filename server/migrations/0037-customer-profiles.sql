-- expand: what a barbershop knows of its customers, and appointments that its staff book for them.
create table customer_profiles (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  -- The customer's account, which has its own name and phone. Null: the barbershop knows the customer by phone.
  user_id uuid,
  name text,
  -- E.164.
  phone text,
  notes text not null default '',
  allergies text not null default '',
  tags text[] not null default '{}',
  -- Since when the barbershop does not take bookings of this customer.
  blocked_at timestamptz,
  -- Incremented by each edit: one of an older version is refused.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint customer_profiles_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint customer_profiles_user foreign key (user_id) references users on delete cascade,
  constraint customer_profiles_phone_unique unique (barbershop_id, phone),
  constraint customer_profiles_user_unique unique (barbershop_id, user_id),
  constraint customer_profiles_phone_form check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  constraint customer_profiles_name_length check (char_length(name) between 1 and 120),
  constraint customer_profiles_notes_length check (char_length(notes) <= 2000 and char_length(allergies) <= 500),
  constraint customer_profiles_tags_count check (cardinality(tags) <= 12),
  constraint customer_profiles_has_name check (user_id is not null or name is not null)
);
create index customer_profiles_by_user on customer_profiles (user_id);
-- Few rows: every booking of a customer is checked against it.
create index customer_profiles_blocked on customer_profiles (barbershop_id) where blocked_at is not null;

-- Nothing here reads a row under the lock of the table: 0041, 0043 and 0045 do.
alter table appointments
  -- Of appointments that staff booked. Those that a customer booked are found by the customer's account.
  add column profile_id uuid,
  add column booked_by uuid,
  add constraint appointments_profile foreign key (profile_id) references customer_profiles on delete set null not valid,
  add constraint appointments_booked_by foreign key (booked_by) references users on delete set null not valid,
  drop constraint appointments_walk_in_has_name_only_without_account,
  -- An account has its own name.
  add constraint appointments_name_only_without_account check (customer_name is null or is_walk_in or customer_id is null) not valid;

-- The first appointment of an account makes its profile, in whatever way it was booked.
create function add_customer_profile() returns trigger
  language plpgsql
  as $$ begin
    insert into customer_profiles (barbershop_id, user_id, created_at)
      values (new.barbershop_id, new.customer_id, new.created_at) on conflict do nothing;
    return null;
  end $$;
create trigger appointments_add_profile after insert on appointments
  for each row when (new.customer_id is not null and new.status <> 'HELD') execute function add_customer_profile();
