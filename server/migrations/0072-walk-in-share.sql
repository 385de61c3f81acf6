-- expand: a change of what is reserved for walk-ins makes decided bookings stale, and is noted for what processes keep in memory.
-- The version of the barbershop does both: the statement that books compares it, and barbershops_noted_update notes it. A writer of
-- these columns has locked the row of the barbershop before (decision 0063).
create function renew_barbershop_of_queue() returns trigger
  language plpgsql
  as $$
  begin
    update barbershops set version = version + 1 where id = new.barbershop_id;
    return null;
  end $$;
create trigger barbershop_queues_renew_insert after insert on barbershop_queues
  for each row execute function renew_barbershop_of_queue();
create trigger barbershop_queues_renew_update after update on barbershop_queues
  for each row when ((old.is_on, old.weekdays, old.walk_in_share) is distinct from (new.is_on, new.weekdays, new.walk_in_share))
  execute function renew_barbershop_of_queue();
