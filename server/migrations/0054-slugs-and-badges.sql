-- expand: addresses of barbershops by name (slugs), and what a paid plan adds to their cards.

-- Since when every check of the verified badge holds. Kept by refresh_badges().
alter table barbershops
  add column verified_at timestamptz;

-- `/slug`. A former address redirects to the current one, so it is never given to another barbershop.
create table barbershop_slugs (
  slug text primary key,
  barbershop_id uuid not null,
  is_current boolean not null default true,
  created_at timestamptz not null default now(),
  constraint barbershop_slugs_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint barbershop_slugs_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug ~ '[a-z]' and char_length(slug) between 3 and 40)
);
create unique index barbershop_slugs_one_current on barbershop_slugs (barbershop_id) where is_current;
create index barbershop_slugs_by_barbershop on barbershop_slugs (barbershop_id);

-- Pages in memory show the current address.
create trigger barbershop_slugs_noted_insert after insert on barbershop_slugs referencing new table as touched
  for each statement execute function note_shops_of_rows('barbershop_id');
create trigger barbershop_slugs_noted_update after update on barbershop_slugs referencing new table as touched
  for each statement execute function note_shops_of_rows('barbershop_id');

-- Sets the verified badge by the plan of the owner and by what is known of the barbershop, of at most `most` barbershops, or of these.
-- Returns how many have changed.
create function refresh_badges(at timestamptz, most integer, ids uuid[] default null) returns integer
  language plpgsql
  as $$
  declare changed uuid[];
  begin
    with premium as (
      select subscriptions.user_id from subscriptions join plans on plans.id = plan_id
       where status in ('active', 'past_due') and plans.tier = 'premium'
         and (coalesce(grace_ends_at, period_ends_at) is null or coalesce(grace_ends_at, period_ends_at) > at)
    ), checked as (
      select barbershops.id,
             premium.user_id is not null and users.email_verified_at is not null
               and coalesce(barbershops.phone, barbershops.whatsapp) is not null and completed_count >= 10
               and (cover_image_url is not null or exists (select from images where images.barbershop_id = barbershops.id)) as verified
        from barbershops join users on users.id = owner_id left join premium on premium.user_id = owner_id
       where (ids is null or barbershops.id = any(ids)) and (premium.user_id is not null or verified_at is not null)
    ), changing as (
      select barbershops.id, verified from barbershops join checked using (id)
       where (verified_at is not null) <> verified
       order by barbershops.id limit most for no key update of barbershops
    ), updated as (
      update barbershops set verified_at = case when verified then at end
        from changing where barbershops.id = changing.id returning barbershops.id
    )
    select array_agg(id order by id) into changed from updated;
    if changed is not null then perform note_barbershop_changes(changed); end if;
    return coalesce(cardinality(changed), 0);
  end $$;
