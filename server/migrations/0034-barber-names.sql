-- expand: another name of a barber is noted.
-- Cards show who has their next slots. Processes keep that in memory, and drop what is noted in barbershop_changes.
create function note_renamed_barber() returns trigger
  language plpgsql
  as $$ begin perform note_barber_users(array[new.id]); return null; end $$;
create trigger users_noted_rename after update of name on users
  for each row when (old.name is distinct from new.name) execute function note_renamed_barber();
