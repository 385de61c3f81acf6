-- expand: the form in which names are searched is stored, and a barbershop has a limit of customers.
-- Computed for each customer in each search it cost more than all the rest of the search.
alter table users add column search_name text;
alter table customer_profiles add column search_name text;
-- More on request: set for one barbershop.
alter table barbershops add column max_customers integer not null default 20000;

create function set_search_name() returns trigger
  language plpgsql
  as $$ begin
    new.search_name := search_form(new.name);
    return new;
  end $$;
create trigger users_set_search_name before insert or update of name on users
  for each row execute function set_search_name();
create trigger customer_profiles_set_search_name before insert or update of name on customer_profiles
  for each row execute function set_search_name();
