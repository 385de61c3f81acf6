alter table barbershops
  -- Switched off by the end of a plan, as opposed to by its owner.
  add column if not exists blocked_at timestamptz,
  -- Counts the changes of its owner: who saves an older one is told so, instead of undoing what another tab did.
  add column version integer not null default 1,
  add constraint barbershops_blocked_is_off check (blocked_at is null or not is_active);

-- Taken off the list by the owner; what was booked of it keeps standing, and its row with it.
alter table services
  add column removed_at timestamptz,
  add constraint services_removed_is_off check (removed_at is null or not is_active);

-- Days that break the week. Without minutes the day is closed; otherwise they are read as those of working_hours.
create table special_dates (
  id uuid primary key default gen_random_uuid(),
  barbershop_id uuid not null,
  date date not null,
  opens_minute smallint,
  closes_minute smallint,
  reason text,
  constraint special_dates_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint special_dates_minutes_together check ((opens_minute is null) = (closes_minute is null)),
  constraint special_dates_minutes_range check (opens_minute between 0 and 1439 and closes_minute > opens_minute and closes_minute <= opens_minute + 1440),
  constraint special_dates_reason_length check (char_length(reason) between 1 and 80),
  -- A closed day has one row, and no other.
  constraint special_dates_no_overlap exclude using gist (
    barbershop_id with =, date with =, int4range(coalesce(opens_minute, 0), coalesce(closes_minute, 2880)) with &&
  )
);
create index special_dates_by_barbershop on special_dates (barbershop_id, date) include (opens_minute, closes_minute);

-- Pictures that were sent and by whom: nobody shows what was issued to somebody else. Unused ones are swept away.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  url text not null,
  -- What arrived, as the daily quota counts it.
  bytes integer not null,
  created_at timestamptz not null,
  constraint uploads_user foreign key (user_id) references users on delete cascade,
  constraint uploads_url_unique unique (url),
  constraint uploads_bytes_positive check (bytes > 0)
);
create index uploads_by_user on uploads (user_id, created_at);
create index uploads_by_age on uploads (created_at);
create index barbershops_by_cover on barbershops (cover_image_url) where cover_image_url is not null;
create index images_by_url on images (url);

-- Whatever lists show of a shop: every process forgets its ready answers with the commit that changed it, whoever changed it.
create function tell_barbershops() returns trigger
  language plpgsql
  as $$ begin perform pg_notify('live', '{"topic":"barbershops"}'); return null; end $$;
create trigger barbershops_told after insert or delete or update of
    name, street, neighborhood, city, state, latitude, longitude, cover_image_url, is_active, is_featured, price_from,
    rating_sum, version
  on barbershops for each statement execute function tell_barbershops();
