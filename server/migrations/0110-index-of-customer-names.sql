-- expand: the customers without an account in the order of their names, searched without reading the table.
-- Writes wait while the index is built, reads go on.
create index customer_profiles_by_name on customer_profiles (barbershop_id, search_name, id) where user_id is null;
