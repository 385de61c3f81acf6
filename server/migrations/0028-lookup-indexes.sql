-- expand: indexes for what is looked up by user or barbershop, found by a test that reads the plans of all scheduled jobs.
create index subscriptions_by_user on subscriptions (user_id);
create index payment_sessions_by_user on payment_sessions (user_id);
create index invites_by_barbershop on invites (barbershop_id);
