-- A few rows of a database with the schema of earlier-schema.sql.

insert into users (id, name, email, role) values
  ('00000000-0000-4000-8000-000000000001', 'Ana Dona', 'ana@example.com', 'OWNER'),
  ('00000000-0000-4000-8000-000000000002', 'Bruno Barbeiro', 'bruno@example.com', 'BARBER'),
  ('00000000-0000-4000-8000-000000000003', 'Caio Cliente', 'caio@example.com', 'CUSTOMER');

insert into sessions (token_hash, user_id, expires_at) values
  ('\x01', '00000000-0000-4000-8000-000000000003', '2027-01-01Z');

insert into barbershops (id, owner_id, name, address, street, street_number, neighborhood, city, state, latitude, longitude, time_zone) values
  ('00000000-0000-4000-8000-000000000010', '00000000-0000-4000-8000-000000000001', 'Barbearia do Bruno',
   'Rua Direita, 10 - Sé, São Paulo - SP', 'Rua Direita', '10', 'Sé', 'São Paulo', 'SP', -23.55, -46.63, 'America/Sao_Paulo');
insert into barbershop_slugs (slug, barbershop_id) values
  ('barbearia-do-bruno', '00000000-0000-4000-8000-000000000010');
insert into working_hours (barbershop_id, day_of_week, opens_minute, closes_minute) values
  ('00000000-0000-4000-8000-000000000010', 1, 540, 1080);
insert into services (id, barbershop_id, name) values
  ('00000000-0000-4000-8000-000000000020', '00000000-0000-4000-8000-000000000010', 'Corte');
insert into barbers (id, user_id, barbershop_id) values
  ('00000000-0000-4000-8000-000000000030', '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000010');
select refresh_barbershops();

insert into appointments (
  id, barbershop_id, barber_id, barber_user_id, customer_id, service_id, service_name, duration_min, price_cents, starts_at, ends_at, status,
  guest_name
) values
  ('00000000-0000-4000-8000-000000000040', '00000000-0000-4000-8000-000000000010', '00000000-0000-4000-8000-000000000030',
   '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000020', 'Corte', 30, 5000,
   '2026-11-23 14:00Z', '2026-11-23 14:30Z', 'COMPLETED', null),
  ('00000000-0000-4000-8000-000000000041', '00000000-0000-4000-8000-000000000010', '00000000-0000-4000-8000-000000000030',
   '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000020', 'Corte', 30, 5000,
   '2026-11-30 14:00Z', '2026-11-30 14:30Z', 'CONFIRMED', 'Davi');
insert into reviews (barbershop_id, appointment_id, customer_id, rating) values
  ('00000000-0000-4000-8000-000000000010', '00000000-0000-4000-8000-000000000040', '00000000-0000-4000-8000-000000000003', 5);
insert into favorites (user_id, barbershop_id) values
  ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000010');
insert into barbershop_queues (
  barbershop_id, is_on, weekdays, max_length, call_minutes, slide_places, max_slides, walk_in_share, door_key, screen_key, updated_at
) values
  ('00000000-0000-4000-8000-000000000010', true, '{1,2,3}', 20, 5, 2, 2, 10, 'porta', 'tela', '2026-11-28Z');
insert into waitlist_entries (id, user_id, status, time_zone, spans, wanted, created_at, updated_at) values
  ('00000000-0000-4000-8000-000000000050', '00000000-0000-4000-8000-000000000003', 'ACTIVE', 'America/Sao_Paulo', '[]',
   '{[2026-11-30 12:00Z,2026-11-30 16:00Z)}', '2026-11-28Z', '2026-11-28Z');
