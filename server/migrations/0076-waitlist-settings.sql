-- expand: whether a barbershop offers the times that open to the customers who wait for them.

-- A barbershop without a row offers its freed times.
create table waitlist_settings (
  barbershop_id uuid not null,
  is_on boolean not null,
  version integer not null,
  updated_at timestamptz not null,
  constraint waitlist_settings_key primary key (barbershop_id),
  constraint waitlist_settings_barbershop foreign key (barbershop_id) references barbershops on delete cascade
);
