-- expand: names that are older than the triggers of 0108.
update users set search_name = search_form(name) where search_name is null;
update customer_profiles set search_name = search_form(name) where search_name is null and name is not null;
