-- expand: a version of what decides when a barber can be booked.
-- A booking is decided by hours, breaks and time off that were read before it is written. Every change of them increments the
-- version, and a booking is written only if the version is still the one that was read. `schedule_version` cannot serve: it is
-- compared by the form with the weekly hours, whose unsaved changes would be refused whenever time off is added.
alter table barbers
  add column availability_version integer not null default 1;
