-- expand: barbers with a price or a duration of their own, or without a service; categories; combos that are services.

-- A barber without a row offers the service as the barbershop does. Null: the value of the barbershop.
create table barber_services (
  barber_id uuid not null,
  service_id uuid not null,
  barbershop_id uuid not null,
  is_offered boolean not null default true,
  duration_min integer,
  price_cents integer,
  constraint barber_services_key primary key (barber_id, service_id),
  constraint barber_services_barber foreign key (barber_id) references barbers on delete cascade,
  constraint barber_services_service foreign key (service_id) references services on delete cascade,
  constraint barber_services_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint barber_services_duration_range check (duration_min between 1 and 720),
  constraint barber_services_price_positive check (price_cents >= 0),
  constraint barber_services_differ check (not is_offered or duration_min is not null or price_cents is not null)
);
create index barber_services_by_barbershop on barber_services (barbershop_id);
create index barber_services_by_service on barber_services (service_id);

-- By which the owner groups services.
alter table services
  add column category text,
  add constraint services_category_length check (char_length(category) between 1 and 40) not valid;

-- A combination with a service is a combo: the service has its name, price and duration, which are copied here.
alter table service_combinations
  add column service_id uuid,
  add constraint service_combinations_service foreign key (service_id) references services on delete cascade not valid;

-- Processes that have barbershops in memory load them again.
do $$
begin
  execute 'create trigger barber_services_noted_insert after insert on barber_services referencing new table as touched
    for each statement execute function note_shops_of_rows(''barbershop_id'')';
  execute 'create trigger barber_services_noted_delete after delete on barber_services referencing old table as touched
    for each statement execute function note_shops_of_rows(''barbershop_id'')';
  execute 'create trigger barber_services_noted_update_from after update on barber_services referencing old table as touched
    for each statement execute function note_shops_of_rows(''barbershop_id'')';
  execute 'create trigger barber_services_noted_update_to after update on barber_services referencing new table as touched
    for each statement execute function note_shops_of_rows(''barbershop_id'')';
  execute 'create trigger barber_services_noted_truncate after truncate on barber_services
    for each statement execute function note_all_shops()';
end $$;
