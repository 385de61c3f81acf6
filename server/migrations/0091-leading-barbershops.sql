-- expand: the data of 0090, after its lock of barbershops.

-- Profissional featured one barbershop until now. From now on each of them leads among equals instead.
update barbershops set is_featured = false
 where is_featured and exists (
   select from subscriptions join plans on plans.id = plan_id
    where subscriptions.user_id = owner_id and status in ('active', 'past_due') and plans.tier = 'professional');

select refresh_badges(now(), 2147483647);
