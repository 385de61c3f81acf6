-- expand: the barber of a review, for the rating of each barber and for the counts of the histogram.
-- Both are read from the index alone, so nothing is stored that could disagree with the reviews.
alter table reviews
  add column barber_id uuid,
  add constraint reviews_barber foreign key (barber_id) references barbers;
update reviews set barber_id = appointments.barber_id from appointments where appointments.id = reviews.appointment_id;

-- The previous version inserts reviews without it.
create function fill_barber_of_review() returns trigger
  language plpgsql
  as $$ begin
    new.barber_id := (select barber_id from appointments where id = new.appointment_id);
    return new;
  end $$;
create trigger reviews_barber_filled before insert on reviews
  for each row when (new.barber_id is null) execute function fill_barber_of_review();

create index reviews_by_barber on reviews (barbershop_id, barber_id, rating);
