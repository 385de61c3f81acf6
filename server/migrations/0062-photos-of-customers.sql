-- expand: photos of haircuts in the profile of a customer, only with the customer's consent.
alter table customer_profiles
  -- URLs of uploads, newest last.
  add column photos text[] not null default '{}',
  -- When staff recorded the consent. Withdrawing it removes the photos.
  add column photos_consented_at timestamptz,
  add constraint customer_profiles_photos_by_consent check (photos = '{}' or photos_consented_at is not null) not valid;
