-- expand: for whom an appointment is, if not for the customer who booked it, and what the barber should know.
-- A hold has neither. Lengths as in contract/src/appointments.ts; names are normalized before they are stored.
alter table appointments add column guest_name text;
alter table appointments add column note text;
alter table appointments add constraint appointments_guest_name_short check (char_length(guest_name) between 1 and 120) not valid;
alter table appointments add constraint appointments_note_short check (char_length(note) between 1 and 200) not valid;
