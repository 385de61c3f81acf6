-- expand: the lowest price of a barbershop is that of a barber who offers the service.
alter table services validate constraint services_category_length;
alter table service_combinations validate constraint service_combinations_service;
create index service_combinations_by_service on service_combinations (service_id);

-- The rows of current barbers only: most barbershops have none, and need nothing of the next view.
create view barber_terms as
  select own.* from barber_services own join barbers on barbers.id = own.barber_id and barbers.removed_at is null;

-- What each current barber offers. Barbers are numbered from zero in the order of their barbershop.
create view offered_services as
  select services.barbershop_id, barbers.id as barber_id, services.id as service_id, services.name, services.position,
         services.buffer_min, coalesce(own.duration_min, services.duration_min) as duration_min,
         coalesce(own.price_cents, services.price_cents) as price_cents,
         (select count(*) from barbers earlier
           where earlier.barbershop_id = barbers.barbershop_id and earlier.removed_at is null
             and (earlier.position, earlier.id) < (barbers.position, barbers.id))::integer as barber_number
    from barbers join services on services.barbershop_id = barbers.barbershop_id and services.is_active
    left join barber_services own on own.barber_id = barbers.id and own.service_id = services.id
   where barbers.removed_at is null and own.is_offered is not false;

create or replace function refresh_barbershops(ids uuid[] default null) returns void
  language sql
  begin atomic
    update barbershops set
      price_from = case when exists (select from barber_terms where barber_terms.barbershop_id = barbershops.id)
        then (select min(price_cents) from offered_services where barbershop_id = barbershops.id)
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
