-- Shops number $1 to $2. Every value follows from a hash of the shop's number, so it is the same in every database.
with shop as materialized (
  select i, pg_temp.id_of('0001', i) as id, municipality.*,
    floor(pg_temp.chance(i, 1) * (1 + municipality.count / 60))::int as district,
    0.6 + pg_temp.chance(i, 2) as price_factor
  from generate_series($1::bigint, $2::bigint) i
  cross join lateral (select * from pg_temp.municipalities where first <= i order by first desc limit 1) municipality
), inserted_users as (
  insert into users (id, name, email, role, email_verified_at)
  select pg_temp.id_of('0002', 2 * i + position), 'Barbeiro ' || (2 * i + position), (2 * i + position) || '.medida@naregua.test',
    case position when 0 then 'OWNER' else 'BARBER' end, now()
  from shop, generate_series(0, 1) position
  where position = 0 or pg_temp.chance(i, 3) < 0.5
  returning id
), provided as materialized (
  select i, position, usual.name, minutes, (round(cents * price_factor / 500) * 500)::int as cents
  from shop cross join (values
    (0, 'Corte masculino', 40, 4500), (1, 'Barba na toalha quente', 30, 4000), (2, 'Degradê', 45, 5000),
    (3, 'Corte + barba', 60, 7500), (4, 'Sobrancelha', 15, 1500), (5, 'Corte infantil', 30, 4000),
    (6, 'Pigmentação', 30, 3500), (7, 'Platinado', 120, 16000)
  ) usual (position, name, minutes, cents)
  where position < 2 or pg_temp.chance(i, 10 + position) < 0.35
), summary as (
  select i, min(cents) as price_from, string_agg(name, ' ' order by position) as words from provided group by i
), inserted_shops as (
  insert into barbershops (id, owner_id, name, description, address, street, neighborhood, city, state, latitude, longitude,
    time_zone, cover_image_url, is_featured, price_from, rating_sum, review_count, completed_count, search_text)
  select id, pg_temp.id_of('0002', 2 * i), full_name, 'Barbearia em ' || name || '.', 'Rua ' || 1 + i % 900 || ', ' || 1 + i % 3000,
    'Rua ' || 1 + i % 900, 'Distrito ' || 1 + district, name, state,
    pg_temp.near(latitude, spread, first * 7919 + district, i, 20), pg_temp.near(longitude, spread, first * 7919 + district, i, 30),
    time_zone, ($3::text[])[1 + i % cardinality($3::text[])], pg_temp.chance(i, 4) < 0.01, price_from,
    round(reviews * (3.5 + 1.5 * pg_temp.chance(i, 5)))::int, reviews, reviews + (i % 60)::int,
    search_form(concat_ws(' ', full_name, 'Distrito ' || 1 + district, name, words))
  from shop join summary using (i),
    lateral (select floor(300 * pg_temp.chance(i, 6) ^ 3)::int as reviews, pg_temp.name_of(i) as full_name) generated
  returning id
), inserted_features as (
  insert into barbershop_features (barbershop_id, feature_id)
  select shop.id, features.id from shop, features where pg_temp.chance(i, 40 + features.id) < 0.35 returning 1
), inserted_images as (
  insert into images (id, barbershop_id, url)
  select pg_temp.id_of('0005', i), id, ($3::text[])[1 + i % cardinality($3::text[])] from shop returning 1
), inserted_services as (
  insert into services (id, barbershop_id, name, duration_min, price_cents, position)
  select pg_temp.id_of('0003', 8 * i + position), pg_temp.id_of('0001', i), name, minutes, cents, position from provided returning 1
), inserted_hours as (
  insert into working_hours (id, barbershop_id, day_of_week, opens_minute, closes_minute)
  select pg_temp.id_of('0004', 8 * i + day), id, day, opens, opens + (9 + i % 4) * 60
  from shop, generate_series(0, 6) day, lateral (select (480 + 60 * (i % 5))::int as opens) start
  where day <> case when i % 3 = 0 then 1 else 0 end
  returning 1
), inserted_barbers as (
  insert into barbers (id, user_id, barbershop_id, position)
  select pg_temp.id_of('0006', 2 * i + position), pg_temp.id_of('0002', 2 * i + position), id, position
  from shop, generate_series(0, 1) position
  where position = 0 or pg_temp.chance(i, 3) < 0.5
  returning 1
)
select count(*) from inserted_shops
