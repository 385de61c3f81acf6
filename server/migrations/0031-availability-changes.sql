-- expand: which appointments and schedules of barbers changed, and by which transaction.
-- upcoming slots in memory follow them as lists follow barbershops: what an old snapshot did not see is computed again. A booking must not
-- cost more for it, so it writes no second row and notifies nobody: its own row says which transaction wrote it. An upsert into
-- barbershop_changes would make all bookings of a barbershop wait for each other.
alter table appointments add column changed_by xid8;
alter table appointments alter column changed_by set default pg_current_xact_id();
create index appointments_by_change on appointments (changed_by) where changed_by is not null;

-- The barbershops in which these users are barbers: an appointment in one of them blocks its barber in all.
create function note_barber_users(user_ids uuid[]) returns void
  language plpgsql
  as $$ begin
    perform note_barbershop_changes(array(select barbershop_id from barbers where user_id = any (user_ids)));
  end $$;

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
create trigger appointments_noted_delete after delete on appointments
  for each row when (old.status in ('SCHEDULED', 'CONFIRMED')) execute function note_appointment_deletion();

-- Barbers, and rows that belong to one.
create function note_barbershops_of_barbers() returns trigger
  language plpgsql
  as $$ begin
    perform note_barbershop_changes(array(
      select barbershop_id from barbers where id in (select barber_id from touched)));
    return null;
  end $$;

do $$
declare part text;
declare argument text;
begin
  foreach part in array array['barbers', 'barber_hours', 'breaks', 'time_off'] loop
    argument := case when part = 'barbers'
      then 'note_shops_of_rows(''barbershop_id'')' else 'note_barbershops_of_barbers()' end;
    execute format('create trigger %I after insert on %I referencing new table as touched
      for each statement execute function %s', part || '_noted_insert', part, argument);
    execute format('create trigger %I after delete on %I referencing old table as touched
      for each statement execute function %s', part || '_noted_delete', part, argument);
    execute format('create trigger %I after update on %I referencing old table as touched
      for each statement execute function %s', part || '_noted_update_from', part, argument);
    execute format('create trigger %I after update on %I referencing new table as touched
      for each statement execute function %s', part || '_noted_update_to', part, argument);
  end loop;
end $$;
