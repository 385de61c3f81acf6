-- expand: profiles of the accounts whose appointments are older than the trigger of 0037.
-- The trigger may have made one in the meantime, which then dates from the first appointment, too.
insert into customer_profiles (barbershop_id, user_id, created_at)
  select barbershop_id, customer_id, min(created_at) from appointments
   where customer_id is not null and status <> 'HELD' group by barbershop_id, customer_id
  on conflict on constraint customer_profiles_user_unique do update set created_at = excluded.created_at
   where customer_profiles.created_at > excluded.created_at;
