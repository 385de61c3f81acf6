-- expand: which bookings a barbershop confirms at once, without an answer of its staff (decision 0092).
-- Off for every barbershop that exists. The program turns it on for those that are created from now on.
alter table barbershops
  -- 'off', 'everyone', or 'returning': customers who have had an appointment there that was completed.
  add column auto_confirmation text not null default 'off',
  -- Also customers with two no-shows there.
  add column auto_confirms_after_no_shows boolean not null default false,
  add constraint barbershops_auto_confirmation_known check (auto_confirmation in ('off', 'returning', 'everyone')) not valid;
