-- expand: the profiles of all customers who book in one statement are added by one. As before, with the first appointment of an
-- account. The function of 0037 stays for an accepted offer, which becomes an appointment by an update.
create function add_customer_profiles() returns trigger
  language plpgsql
  as $$ begin
    insert into customer_profiles (barbershop_id, user_id, created_at)
      select barbershop_id, customer_id, created_at from inserted where customer_id is not null and status <> 'HELD'
      on conflict do nothing;
    return null;
  end $$;
create or replace trigger appointments_add_profile after insert on appointments
  referencing new table as inserted for each statement execute function add_customer_profiles();
