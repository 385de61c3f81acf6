-- Carries a database that the migrations from before 0.1.0 made (earlier-migrations.sha256) to the schema of the files 0001 to 0099. It may
-- remove what their code uses: its processes are stopped before.
--
-- A change of one of those files comes with a statement here that makes the same of a database with the earlier schema: the test of
-- server/src/lib/carry-over.test.ts compares both. Once 0.1.0 is released, 0001 to 0099 and this file no longer change.

-- Constraints that were added without a look at the rows.
alter table appointments validate constraint appointments_guest_name_short;
alter table appointments validate constraint appointments_note_short;
alter table appointment_corrections validate constraint appointment_corrections_from_known;

-- What the version before a migration needed.
drop trigger barbershops_street_number on barbershops;
drop trigger uploads_retained_for_portfolios on uploads;
drop trigger uploads_retained_for_customers on uploads;
drop trigger reviews_barber_filled on reviews;
drop function split_street_number, retain_portfolio_upload, retain_customer_photo, fill_barber_of_review;
alter table reviews alter column barber_id set not null;
alter table users drop column booking_tries;
