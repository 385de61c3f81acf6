-- expand: appointments by profile and by who booked them.
-- Writes wait while the indexes are built, reads go on. No version that writes these columns runs before.
create index appointments_by_profile on appointments (profile_id, starts_at) where profile_id is not null;
create index appointments_by_booker on appointments (booked_by) where booked_by is not null;
-- Repeated requests of staff. `appointments_idempotency_unique` does not compare rows without an account.
create unique index appointments_profile_idempotency_unique on appointments (profile_id, idempotency_key)
  where profile_id is not null and idempotency_key is not null;
