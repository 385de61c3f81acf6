-- expand: the barber of a review, for the rating of each barber and for the counts of the histogram.
-- Both are read from the index alone, so nothing is stored that could disagree with the reviews.
-- Nothing here reads a row under the lock of the table: 0042, 0044 and 0045 do.
alter table reviews
  add column barber_id uuid,
  add constraint reviews_barber foreign key (barber_id) references barbers not valid;

-- The previous version inserts reviews without it.
create function fill_barber_of_review() returns trigger
  language plpgsql
  as $$ begin
    new.barber_id := (select barber_id from appointments where id = new.appointment_id);
    return new;
  end $$;
create trigger reviews_barber_filled before insert on reviews
  for each row when (new.barber_id is null) execute function fill_barber_of_review();
