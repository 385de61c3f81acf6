-- start: reviews of completed appointments, and the replies to them.

create table reviews (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  -- Of the appointment, copied for the rating of each barber.
  barber_id uuid not null,
  appointment_id uuid not null,
  customer_id uuid,
  rating smallint not null,
  comment text,
  -- The barbershop replies once.
  reply text,
  replied_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reviews_once_per_appointment unique (appointment_id),
  constraint reviews_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint reviews_appointment foreign key (appointment_id) references appointments,
  constraint reviews_customer foreign key (customer_id) references users,
  constraint reviews_barber foreign key (barber_id) references barbers,
  constraint reviews_rating_range check (rating between 1 and 5),
  constraint reviews_comment_length check (char_length(comment) <= 2000),
  constraint reviews_reply_length check (char_length(reply) between 1 and 1000),
  constraint reviews_reply_dated check ((reply is null) = (replied_at is null))
);
create index reviews_by_barbershop on reviews (barbershop_id, created_at desc, id);
create index reviews_by_customer on reviews (customer_id);
-- The rating of each barber and the histogram are read from it alone, so nothing is stored that could disagree with the reviews.
create index reviews_by_barber on reviews (barbershop_id, barber_id, rating);
