create table reviews (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  appointment_id uuid not null,
  customer_id uuid,
  rating smallint not null,
  comment text,
  created_at timestamptz not null default now(),
  constraint reviews_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint reviews_appointment foreign key (appointment_id) references appointments,
  constraint reviews_once_per_appointment unique (appointment_id),
  constraint reviews_customer foreign key (customer_id) references users,
  constraint reviews_rating_range check (rating between 1 and 5),
  constraint reviews_comment_length check (char_length(comment) <= 2000)
);
create index reviews_by_barbershop on reviews (barbershop_id, created_at desc, id);
