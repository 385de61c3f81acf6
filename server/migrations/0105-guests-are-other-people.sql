-- expand: a father and a son have their hair cut at the same hour, both by the father's account. Who is served is the customer or the
-- guest, by name; one of them is still served once at a time. A hold has no guest, it is the customer's. The name of the constraint
-- stays: the previous version knows it, and what it books without a guest is decided as before.
alter table appointments
  drop constraint appointments_customer_no_overlap,
  add constraint appointments_customer_no_overlap exclude using gist (
    customer_id with =, (coalesce(lower(guest_name), '')) with =, tstzrange(starts_at, ends_at) with &&
  ) where (status in ('HELD', 'SCHEDULED', 'CONFIRMED'));
