-- expand: lists and the pages of barbershops follow whether the queue of each is on.
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
