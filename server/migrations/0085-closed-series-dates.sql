-- expand: dates of standing appointments that the barbershop cancels, and series of barbershops that are not active.

-- Its appointment was cancelled by the barbershop, and what else is free was not looked up yet.
alter table series_dates add column is_offer_due boolean not null default false;
-- When the customer was notified that the barbershop is not active; null: it is, or they were not.
alter table appointment_series add column suspended_at timestamptz;
