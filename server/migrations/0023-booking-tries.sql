-- expand: how often a person tried to take a slot.
-- A booking is decided upon one look at what he already has and written only if nothing was tried since, so two at once cannot both
-- pass the caps.
alter table users
  add column booking_tries integer not null default 0;
