-- expand: the constraints of 0037 and 0039 hold for earlier rows, too. Reads and writes go on while the rows are checked.
alter table appointments validate constraint appointments_profile;
alter table appointments validate constraint appointments_booked_by;
alter table appointments validate constraint appointments_name_only_without_account;
alter table reviews validate constraint reviews_barber;
