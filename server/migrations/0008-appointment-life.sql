-- A walk-in has no account: the line shows the name that the barber typed, or none.
alter table appointments
  add column is_walk_in boolean not null default false,
  add column customer_name text,
  add column cancelled_by text,
  add column cancel_reason text,
  -- When it last became SCHEDULED: from here a request that nobody answers is counted.
  add column requested_at timestamptz not null default now(),
  -- Grows with each transition: what was written about an older state (a reminder, a letter) is known by it to be out of date.
  add column version integer not null default 1,
  add constraint appointments_customer_name_length check (char_length(customer_name) between 1 and 120),
  add constraint appointments_walk_in_has_name_only_without_account check (customer_name is null or is_walk_in),
  add constraint appointments_cancelled_by_known check (cancelled_by in ('customer', 'barber', 'owner', 'system')),
  add constraint appointments_cancelled_by_given check (status = 'CANCELLED' or cancelled_by is null),
  add constraint appointments_cancel_reason_length check (char_length(cancel_reason) <= 300);

create index appointments_by_barber_person on appointments (barber_user_id, starts_at);
create index appointments_unanswered on appointments (requested_at) where status = 'SCHEDULED';
