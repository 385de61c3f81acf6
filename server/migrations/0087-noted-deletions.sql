-- expand: the deletion of an ended appointment is noted for what processes keep in memory, like that of an open one.
-- An appointment may be cancelled and deleted before a process has seen that it was cancelled: its row was the only note of that change.
-- A hold is known by its id to who counts on it.
create or replace trigger appointments_noted_delete after delete on appointments
  for each row when (old.status <> 'HELD') execute function note_appointment_deletion();
