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

-- Photos that authors add to their reviews, with the consent to show them.
create table review_photos (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null,
  author_id uuid not null,
  url text not null,
  -- When the author agreed that it is shown.
  consented_at timestamptz not null,
  created_at timestamptz not null,
  -- Since when two accounts have reported it: only its author sees it until the moderators decide.
  hidden_at timestamptz,
  -- When the moderators decided that it stays. It cannot be reported any more.
  approved_at timestamptz,
  constraint review_photos_url_unique unique (url),
  constraint review_photos_review foreign key (review_id) references reviews on delete cascade,
  constraint review_photos_author foreign key (author_id) references users,
  constraint review_photos_approved_is_shown check (approved_at is null or hidden_at is null)
);
create index review_photos_by_review on review_photos (review_id, created_at, id);
create index review_photos_by_author on review_photos (author_id);

-- What accounts reported to the moderators, once each.
create table review_photo_reports (
  photo_id uuid not null,
  user_id uuid not null,
  -- They worked in the barbershop then: all reports of it count as one.
  is_of_barbershop boolean not null,
  reason text not null,
  reported_at timestamptz not null,
  constraint review_photo_reports_key primary key (photo_id, user_id),
  constraint review_photo_reports_photo foreign key (photo_id) references review_photos on delete cascade,
  constraint review_photo_reports_user foreign key (user_id) references users,
  constraint review_photo_reports_reason_length check (char_length(reason) between 1 and 300)
);
create index review_photo_reports_by_user on review_photo_reports (user_id);
