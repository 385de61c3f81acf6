-- expand: an index that has everything which the dashboard counts.
-- The table of a large barbershop is not read for it. Replaces appointments_by_barbershop (migration 0057). Writes wait while it is built.
create index appointments_figures_by_barbershop on appointments (barbershop_id, starts_at) include (status, price_cents, ends_at, barber_id);
