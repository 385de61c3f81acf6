-- expand: notes each time that becomes free, in the transaction that frees it, and starts its matching. Bookings run none of it.

-- Some customer waits for times of the barbershop, which offers them.
create function is_awaited(shop uuid) returns boolean
  language sql stable
  as $$
    select not exists (select from waitlist_settings where barbershop_id = shop and not is_on)
       and (exists (select from waitlist_targets where barbershop_id = shop and is_active)
            or exists (select from barbershops join waitlist_entries on status = 'ACTIVE' and area is not null and area @> position
                        where barbershops.id = shop))
  $$;

-- The job `offer-freed-time`; of several for one time, the last one runs.
create function match_freed_times(ids uuid[]) returns void
  language sql
  as $$
    insert into pending_events (jobs, published)
    select json_agg(json_build_object('name', 'offer-freed-time', 'payload', json_build_object('freedTimeId', id),
             'key', 'offer-freed-time:' || id)), '{}'
      from unnest(ids) as id having count(*) > 0
  $$;

-- One row for each freed appointment, also where nobody waits: the statistics count it.
create function add_freed_time(freed_barber uuid, freed tstzrange, reason text, at timestamptz) returns void
  language plpgsql
  as $$
  declare added uuid;
  declare is_open boolean;
  begin
    insert into freed_times (barbershop_id, barber_id, during, cause, status, freed_at)
    select barbershop_id, id, freed, reason, case when is_awaited(barbershop_id) then 'OPEN' else 'DONE' end, at
      from barbers where id = freed_barber
    returning id, status = 'OPEN' into added, is_open;
    if is_open then perform match_freed_times(array[added]); end if;
  end $$;

create function note_freed_appointment() returns trigger
  language plpgsql
  as $$
  declare at timestamptz := coalesce(new.updated_at, now());
  begin
    perform add_freed_time(
      old.barber_id,
      tstzrange(greatest(old.starts_at, case when new.status in ('COMPLETED', 'NO_SHOW') then at end), old.busy_until),
      case new.status when 'COMPLETED' then 'finished-early' when 'NO_SHOW' then 'no-show' when 'CANCELLED' then 'cancelled'
        else case when new.id is null then 'cancelled' else 'rescheduled' end end,
      at);
    return null;
  end $$;

-- What is left of it is too short to be offered below half an hour.
create trigger appointments_freed_by_status after update on appointments
  for each row when (
    old.status in ('SCHEDULED', 'CONFIRMED') and new.status in ('CANCELLED', 'NO_SHOW', 'COMPLETED')
    and not old.is_walk_in and old.busy_until > new.updated_at + interval '30 minutes')
  execute function note_freed_appointment();
create trigger appointments_freed_by_move after update on appointments
  for each row when (
    old.status in ('SCHEDULED', 'CONFIRMED') and new.status in ('SCHEDULED', 'CONFIRMED')
    and (old.barber_id <> new.barber_id or not tstzrange(old.starts_at, old.busy_until) <@ tstzrange(new.starts_at, new.busy_until))
    and old.busy_until > new.updated_at + interval '30 minutes')
  execute function note_freed_appointment();
create trigger appointments_freed_by_deletion after delete on appointments
  for each row when (
    old.status in ('SCHEDULED', 'CONFIRMED') and not old.is_walk_in and old.busy_until > now() + interval '30 minutes')
  execute function note_freed_appointment();

-- A hold without a customer is an offer. However the hold is deleted, its offer ends, the time goes on to the next customer, and
-- the pages of the customer, the barber and the owner are refreshed.
create function end_offer_of_hold() returns trigger
  language plpgsql
  as $$
  begin
    update waitlist_offers
       set status = case when old.held_until <= clock_timestamp() then 'EXPIRED' else 'WITHDRAWN' end, ended_at = clock_timestamp()
     where id = old.id and status = 'OPEN';
    perform match_freed_times(array(select freed_time_id from waitlist_offers where id = old.id));
    insert into pending_events (jobs, published)
    select '[]', json_build_object('appointments', array(
             select distinct person from unnest(array[offers.user_id, barbers.user_id, owner_id]) as person where person is not null))
      from waitlist_offers offers join barbers on barbers.id = barber_id join barbershops on barbershops.id = barbers.barbershop_id
     where offers.id = old.id;
    return null;
  end $$;
create trigger appointments_end_offer after delete on appointments
  for each row when (old.status = 'HELD' and old.customer_id is null) execute function end_offer_of_hold();

-- As appointments_add_profile, for an accepted offer, which becomes an appointment of the customer.
create trigger appointments_add_profile_of_offer after update on appointments
  for each row when (old.status = 'HELD' and new.status <> 'HELD' and new.customer_id is not null)
  execute function add_customer_profile();

create function note_freed_time_off() returns trigger
  language plpgsql
  as $$
  begin
    perform add_freed_time(old.barber_id, tstzrange(old.starts_at, old.ends_at), 'time-off', now())
      from barbers where id = old.barber_id and is_awaited(barbershop_id);
    return null;
  end $$;
create trigger time_off_freed_by_deletion after delete on time_off for each row execute function note_freed_time_off();
create trigger time_off_freed_by_change after update on time_off
  for each row when (not tstzrange(old.starts_at, old.ends_at) <@ tstzrange(new.starts_at, new.ends_at))
  execute function note_freed_time_off();

-- Hours that were saved may have grown: the barbers' time from now on is matched again.
create function note_grown_hours(barber_ids uuid[]) returns void
  language plpgsql
  as $$
  begin
    insert into freed_times (barbershop_id, barber_id, during, cause, status, freed_at)
    select barbershop_id, id, '(,)', 'hours', 'OPEN', now()
      from barbers where id = any (barber_ids) and removed_at is null and is_awaited(barbershop_id)
     order by id
    on conflict (barber_id) where cause = 'hours' and status <> 'DONE' do nothing;
    -- Also of a row that was there: its matching may have read the hours of before.
    perform match_freed_times(array(
      select id from freed_times where barber_id = any (barber_ids) and cause = 'hours' and status <> 'DONE'));
  end $$;
create function note_hours_of_barbershops() returns trigger
  language plpgsql
  as $$ begin
    perform note_grown_hours(array(select id from barbers where barbershop_id in (select barbershop_id from touched)));
    return null;
  end $$;
create function note_hours_of_barbers() returns trigger
  language plpgsql
  as $$ begin perform note_grown_hours(array(select distinct barber_id from touched)); return null; end $$;

-- Hours and special dates grow where rows are inserted, changed or, for a day that was closed, deleted; breaks only where they end.
-- By their names they run after `…_noted_…`: the change of the barbershop is locked before its freed times.
create trigger working_hours_then_grown_insert after insert on working_hours
  referencing new table as touched for each statement execute function note_hours_of_barbershops();
create trigger working_hours_then_grown_update after update on working_hours
  referencing new table as touched for each statement execute function note_hours_of_barbershops();
create trigger special_dates_then_grown_insert after insert on special_dates
  referencing new table as touched for each statement execute function note_hours_of_barbershops();
create trigger special_dates_then_grown_update after update on special_dates
  referencing new table as touched for each statement execute function note_hours_of_barbershops();
create trigger special_dates_then_grown_delete after delete on special_dates
  referencing old table as touched for each statement execute function note_hours_of_barbershops();
create trigger barber_hours_then_grown_insert after insert on barber_hours
  referencing new table as touched for each statement execute function note_hours_of_barbers();
create trigger barber_hours_then_grown_update after update on barber_hours
  referencing new table as touched for each statement execute function note_hours_of_barbers();
create trigger barber_hours_then_grown_delete after delete on barber_hours
  referencing old table as touched for each statement execute function note_hours_of_barbers();
create trigger breaks_then_grown_update after update on breaks
  referencing new table as touched for each statement execute function note_hours_of_barbers();
create trigger breaks_then_grown_delete after delete on breaks
  referencing old table as touched for each statement execute function note_hours_of_barbers();
