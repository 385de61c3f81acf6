-- A deterministic value in [0, 1) for a number and a salt.
create function pg_temp.chance(i bigint, salt bigint) returns double precision language sql immutable
  return (hashint8extended(i, salt) & 1048575) / 1048576.0::double precision;

-- Ids that ascend with the number, so that B-tree inserts append at the right edge.
create function pg_temp.id_of(kind text, i bigint) returns uuid language sql immutable
  return ('5eed' || kind || '-0000-4000-8000-' || lpad(to_hex(i), 12, '0'))::uuid;

-- Approximately normal around 0, mostly within ±1.
create function pg_temp.bell(i bigint, salt bigint) returns double precision language sql immutable
  return pg_temp.chance(i, salt) + pg_temp.chance(i, salt + 1) + pg_temp.chance(i, salt + 2) - 1.5;

-- A position near its district, which lies around the municipality's centre.
create function pg_temp.near(centre double precision, spread double precision, district bigint, i bigint, salt bigint)
  returns double precision language sql immutable
  return centre + spread * pg_temp.bell(district, salt) + 0.006 * pg_temp.bell(i, salt + 3);

create function pg_temp.name_of(i bigint) returns text language sql immutable
  return (array['Barbearia', 'Navalha', 'Corte', 'Tesoura', 'Estúdio', 'Salão', 'Oficina', 'Casa', 'Clube', 'Espaço'])[1 + i % 10] || ' '
    || (array['do Bigode', 'de Ouro', 'Fino', 'da Mooca', 'Imperial', 'do Zé', 'da Esquina', 'Tropical', 'Nobre', 'Central', 'da Praça', 'Real', 'Afiado'])[1 + i % 13]
    || ' ' || i;

create temporary table municipalities (
  first bigint primary key, count integer, name text, state text, latitude double precision, longitude double precision,
  time_zone text, spread double precision
) on commit drop;
