-- expand: one customer at a time is being served by a barber.
create unique index appointments_one_served on appointments (barber_user_id)
  where status = 'CONFIRMED' and serving_from is not null and serving_until is null;
-- What service durations are learned from.
create index appointments_by_service_end on appointments (barbershop_id, serving_until)
  where serving_until is not null and not is_end_settled;
