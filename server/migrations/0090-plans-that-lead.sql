-- expand: barbershops of Profissional and Premium lead among equals in searches; only Premium features (decision 0129).

-- Kept by refresh_badges().
alter table barbershops
  add column leads_ties boolean not null default false;

-- Sets what the plan of the owner adds to their barbershops: the verified badge, by what is known of each, and the lead among equals.
-- Of at most `most` barbershops, or of these. Returns how many have changed.
create or replace function refresh_badges(at timestamptz, most integer, ids uuid[] default null) returns integer
  language plpgsql
  as $$
  declare changed uuid[];
  begin
    with paying as (
      select subscriptions.user_id, plans.tier = 'premium' as is_premium from subscriptions join plans on plans.id = plan_id
       where status in ('active', 'past_due') and plans.tier <> 'basic'
         and (coalesce(grace_ends_at, period_ends_at) is null or coalesce(grace_ends_at, period_ends_at) > at)
    ), checked as (
      select barbershops.id, paying.user_id is not null as leads,
             coalesce(is_premium, false) and users.email_verified_at is not null
               and coalesce(barbershops.phone, barbershops.whatsapp) is not null and completed_count >= 10
               and (cover_image_url is not null or exists (select from images where images.barbershop_id = barbershops.id)) as verified
        from barbershops join users on users.id = owner_id left join paying on paying.user_id = owner_id
       where (ids is null or barbershops.id = any(ids)) and (paying.user_id is not null or verified_at is not null or leads_ties)
    ), changing as (
      select barbershops.id, verified, leads from barbershops join checked using (id)
       where (verified_at is not null) <> verified or leads_ties <> leads
       order by barbershops.id limit most for no key update of barbershops
    ), updated as (
      update barbershops set verified_at = case when verified then coalesce(verified_at, at) end, leads_ties = leads
        from changing where barbershops.id = changing.id returning barbershops.id
    )
    select array_agg(id order by id) into changed from updated;
    if changed is not null then perform note_barbershop_changes(changed); end if;
    return coalesce(cardinality(changed), 0);
  end $$;
