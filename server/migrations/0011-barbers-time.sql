-- Counts the changes of a barber's week: who saves an older one is told so, instead of undoing what another tab did.
alter table barbers
  add column schedule_version integer not null default 1;

-- Time off in whole days keeps the days it was asked for: with a shop that closes past midnight they cannot be read off the instants.
alter table time_off
  add column first_day date,
  add column last_day date,
  add constraint time_off_days_together check ((first_day is null) = (last_day is null)),
  add constraint time_off_days_order check (last_day >= first_day),
  add constraint time_off_reason_length check (char_length(reason) between 1 and 120);
