-- start: which barbershops changed, and by which transaction. Lists, search and pages in memory follow it.

-- A process that has barbershops in memory asks for what its last snapshot did not see. Numbers of a sequence would not do: a smaller one
-- may be committed after a larger one was read.
create table barbershop_changes (
  -- The id of zeroes stands for all barbershops.
  barbershop_id uuid not null,
  changed_by xid8 not null,
  constraint barbershop_changes_key primary key (barbershop_id)
);
create index barbershop_changes_by_transaction on barbershop_changes (changed_by);

-- With the commit processes are notified that there is something; what it is, one barbershop or thousands, they read. In one order, so
-- that two transactions do not deadlock.
create function note_barbershop_changes(ids uuid[]) returns void
  language plpgsql
  as $$
  begin
    if coalesce(cardinality(ids), 0) = 0 then return; end if;
    insert into barbershop_changes (barbershop_id, changed_by)
      select distinct id, pg_current_xact_id() from unnest(ids) as id order by id
      on conflict (barbershop_id) do update set changed_by = excluded.changed_by
        where barbershop_changes.changed_by <> excluded.changed_by;
    perform pg_notify('live', '{"topic":"index"}');
  end $$;

-- All that lists and the page of a barbershop show, are ordered by, or filter by.
create function note_changed_shops() returns trigger
  language plpgsql
  as $$
  begin
    perform note_barbershop_changes(array_agg(id)) from fresh join stale using (id) where (
      fresh.name, fresh.street, fresh.neighborhood, fresh.city, fresh.state, fresh.latitude, fresh.longitude, fresh.time_zone,
      fresh.cover_image_url, fresh.is_active, fresh.is_featured, fresh.price_from, fresh.rating_sum, fresh.review_count,
      fresh.completed_count, fresh.version, fresh.description, fresh.address, fresh.zip_code, fresh.phone, fresh.whatsapp,
      fresh.minimum_notice_minutes, fresh.cancel_notice_minutes, fresh.booking_window_days
    ) is distinct from (
      stale.name, stale.street, stale.neighborhood, stale.city, stale.state, stale.latitude, stale.longitude, stale.time_zone,
      stale.cover_image_url, stale.is_active, stale.is_featured, stale.price_from, stale.rating_sum, stale.review_count,
      stale.completed_count, stale.version, stale.description, stale.address, stale.zip_code, stale.phone, stale.whatsapp,
      stale.minimum_notice_minutes, stale.cancel_notice_minutes, stale.booking_window_days
    );
    return null;
  end $$;
create trigger barbershops_noted_update after update on barbershops
  referencing old table as stale new table as fresh for each statement execute function note_changed_shops();

-- Barbershops that came or went, and rows that belong to one: the argument is the column that says to which.
create function note_shops_of_rows() returns trigger
  language plpgsql
  as $$
  declare ids uuid[];
  begin
    execute format('select array_agg(distinct %I) from touched', tg_argv[0]) into ids;
    perform note_barbershop_changes(ids);
    return null;
  end $$;
create trigger barbershops_noted_insert after insert on barbershops
  referencing new table as touched for each statement execute function note_shops_of_rows('id');
create trigger barbershops_noted_delete after delete on barbershops
  referencing old table as touched for each statement execute function note_shops_of_rows('id');

create function note_all_shops() returns trigger
  language plpgsql
  as $$ begin perform note_barbershop_changes(array['00000000-0000-0000-0000-000000000000'::uuid]); return null; end $$;
create trigger barbershops_noted_truncate after truncate on barbershops
  for each statement execute function note_all_shops();
create trigger features_noted after insert or update or delete or truncate on features
  for each statement execute function note_all_shops();
-- Pages in memory show the current address.
create trigger barbershop_slugs_noted_insert after insert on barbershop_slugs referencing new table as touched
  for each statement execute function note_shops_of_rows('barbershop_id');
create trigger barbershop_slugs_noted_update after update on barbershop_slugs referencing new table as touched
  for each statement execute function note_shops_of_rows('barbershop_id');

-- Whatever lists show of a barbershop: every process drops its cached responses with the commit that changed it.
create function tell_barbershops() returns trigger
  language plpgsql
  as $$ begin perform pg_notify('live', '{"topic":"barbershops"}'); return null; end $$;
create trigger barbershops_told after insert or delete or update of
    name, street, neighborhood, city, state, latitude, longitude, cover_image_url, is_active, is_featured, price_from,
    rating_sum, version
  on barbershops for each statement execute function tell_barbershops();
-- A photo whose author has taken it away, or that is hidden, leaves the cached pages at once.
create trigger review_photos_told after insert or delete or update of hidden_at
  on review_photos for each statement execute function tell_barbershops();

-- The barbershops in which these users are barbers: an appointment in one of them blocks its barber in all.
create function note_barber_users(user_ids uuid[]) returns void
  language plpgsql
  as $$ begin
    perform note_barbershop_changes(array(select barbershop_id from barbers where user_id = any (user_ids)));
  end $$;

-- Barbers, and rows that belong to one.
create function note_barbershops_of_barbers() returns trigger
  language plpgsql
  as $$ begin
    perform note_barbershop_changes(array(
      select barbershop_id from barbers where id in (select barber_id from touched)));
    return null;
  end $$;

-- Cards show who has their next slots. Processes keep that in memory, and drop what is noted in barbershop_changes.
create function note_renamed_barber() returns trigger
  language plpgsql
  as $$ begin perform note_barber_users(array[new.id]); return null; end $$;
create trigger users_noted_rename after update of name on users
  for each row when (old.name is distinct from new.name) execute function note_renamed_barber();

create function note_appointment_change() returns trigger
  language plpgsql
  as $$
  begin
    new.changed_by := pg_current_xact_id();
    if new.barber_user_id <> old.barber_user_id then perform note_barber_users(array[old.barber_user_id]); end if;
    return new;
  end $$;
create trigger appointments_noted_update before update on appointments
  for each row when (
    (old.barber_user_id, old.starts_at, old.ends_at, old.buffer_min, old.status, old.held_until)
      is distinct from (new.barber_user_id, new.starts_at, new.ends_at, new.buffer_min, new.status, new.held_until))
  execute function note_appointment_change();

-- Only holds are deleted in normal operation. What counted on one queries whether it still exists.
create function note_appointment_deletion() returns trigger
  language plpgsql
  as $$ begin perform note_barber_users(array[old.barber_user_id]); return null; end $$;
-- An appointment may be cancelled and deleted before a process has seen that it was cancelled: its row was the only note of that change.
-- A hold is known by its id to who counts on it.
create trigger appointments_noted_delete after delete on appointments
  for each row when (old.status <> 'HELD') execute function note_appointment_deletion();

-- Searches filter by it. No topic of its own: slots change all the time, and pages would never be cached.
create function note_last_minute_slots() returns trigger
  language plpgsql
  as $$
  begin
    perform note_barbershop_changes((select array_agg(distinct barbershop_id) from touched));
    return null;
  end $$;
create trigger last_minute_slots_noted_insert after insert on last_minute_slots
  referencing new table as touched for each statement execute function note_last_minute_slots();
create trigger last_minute_slots_noted_update after update on last_minute_slots
  referencing new table as touched for each statement execute function note_last_minute_slots();

-- Taps update the row of a queue all the time: only the switch is noted.
create function note_queue_switch() returns trigger
  language plpgsql
  as $$
  begin
    perform note_barbershop_changes(array[coalesce(new.barbershop_id, old.barbershop_id)]);
    perform pg_notify('live', '{"topic":"barbershops"}');
    return null;
  end $$;
create trigger barbershop_queues_noted_insert after insert on barbershop_queues
  for each row when (new.is_on) execute function note_queue_switch();
create trigger barbershop_queues_noted_update after update of is_on on barbershop_queues
  for each row when (old.is_on <> new.is_on) execute function note_queue_switch();
create trigger barbershop_queues_noted_delete after delete on barbershop_queues
  for each row when (old.is_on) execute function note_queue_switch();

-- Rows that belong to a barbershop or to a barber. A row that moves from one to another changes both.
do $$
declare part text;
begin
  foreach part in array array[
    'working_hours', 'special_dates', 'barbershop_features', 'images', 'services', 'service_combinations', 'barber_services'
  ] loop
    execute format('create trigger %I after truncate on %I
      for each statement execute function note_all_shops()', part || '_noted_truncate', part);
  end loop;
end $$;

do $$
declare part text;
declare note text;
begin
  foreach part in array array[
    'working_hours', 'special_dates', 'barbershop_features', 'images', 'services', 'service_combinations', 'barber_services',
    'barbers', 'barber_hours', 'breaks', 'time_off', 'barber_specialties'
  ] loop
    note := case when part in ('barber_hours', 'breaks', 'time_off', 'barber_specialties')
      then 'note_barbershops_of_barbers()' else 'note_shops_of_rows(''barbershop_id'')' end;
    execute format('create trigger %I after insert on %I referencing new table as touched
      for each statement execute function %s', part || '_noted_insert', part, note);
    execute format('create trigger %I after delete on %I referencing old table as touched
      for each statement execute function %s', part || '_noted_delete', part, note);
    execute format('create trigger %I after update on %I referencing old table as touched
      for each statement execute function %s', part || '_noted_update_from', part, note);
    execute format('create trigger %I after update on %I referencing new table as touched
      for each statement execute function %s', part || '_noted_update_to', part, note);
  end loop;
end $$;
