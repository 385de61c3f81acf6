import { sql } from 'kysely'
import type { DatabasePool } from '../server/src/lib/database.ts'

/** Every barbershop has three barbers, and every person two requests. */
export type WaitlistSize = { requests: number; shops: number; cancellations: number }
const BARBERS_PER_SHOP = 3
const CITIES = 100
/** Days from `today` in which times are wanted and appointments are cancelled. */
const WANTED_DAYS = 14

const uuid = (kind: number, number = 'number') =>
  `(lpad(to_hex(${number}), 8, '0') || '-0000-4000-8000-${String(kind).padStart(12, '0')}')::uuid`
const series = (count: number) => `generate_series(0, ${count - 1}) number`
const shopId = 1
const barberId = 2
const barberUserId = 3
const serviceId = 4
const personId = 5
const bookerId = 6

/**
 * 100 cities whose sizes fall as 1/rank (the largest has a fifth of all) with a radius of some 16 km. Four of ten requests are for an
 * area of 1 to 15 km, the others for one or two barbershops, of which the first are wanted most (a hundred times the median).
 * The same in every run; `today` is local midnight.
 */
export async function fillWaitlist(db: DatabasePool, size: WaitlistSize, today: Date): Promise<void> {
  await sql`
    create function bench_share(number int, stream int) returns float8 language sql immutable as
      'select (hashint8extended(number, stream) & 1048575) / 1048576.0';
    create table bench_cities as
      with sizes as (select rank, (sum(1.0 / rank) over (order by rank)) / (sum(1.0 / rank) over ()) as until_share
                       from generate_series(1, ${sql.lit(CITIES)}) rank)
      select rank, until_share, coalesce(lag(until_share) over (order by rank), 0) as from_share,
             -28 + 20 * bench_share(rank::int, 90) as latitude, -54 + 14 * bench_share(rank::int, 91) as longitude from sizes`.execute(
    db,
  )
  const indexes = await dropMatchingIndexes(db)
  for (const { table, columns, select, from } of listInserts(size, today)) {
    await sql`alter table ${sql.table(table)} disable trigger all`.execute(db)
    await sql.raw(`insert into ${table} (${columns}) select ${select} from ${from}`).execute(db)
    await sql`alter table ${sql.table(table)} enable trigger all`.execute(db)
  }
  for (const definition of indexes) await sql.raw(definition).execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** Built after the rows, which is faster. Returns what creates them again. */
async function dropMatchingIndexes(db: DatabasePool): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('waitlist_area_spans', 'waitlist_targets') and indexdef like '% USING gist %'`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  return rows.map(({ definition }) => definition)
}

type TableInsert = { table: string; columns: string; select: string; from: string }

const share = (stream: number) => `bench_share(number, ${stream})`
/** A city by its size, and a point in it. */
const cityOf = (stream: number) =>
  `join bench_cities city on ${share(stream)} >= city.from_share and ${share(stream)} < city.until_share`
const pointOf = (stream: number) =>
  `latitude + 0.145 * sqrt(${share(stream)}) * sin(6.2832 * ${share(stream + 1)}), ` +
  `longitude + 0.155 * sqrt(${share(stream)}) * cos(6.2832 * ${share(stream + 1)})`

function listInserts(size: WaitlistSize, today: Date): TableInsert[] {
  return [...listShopInserts(size), ...listRequestInserts(size, today), ...listAppointmentInserts(size, today)]
}

function listShopInserts({ shops }: WaitlistSize): TableInsert[] {
  const shopOfBarber = uuid(shopId, `number / ${BARBERS_PER_SHOP}`)
  const barbers = series(shops * BARBERS_PER_SHOP)
  const service = `(array['Corte masculino', 'Barba', 'Corte e barba'])[kind + 1], (array[30, 20, 50])[kind + 1], 4000 + 1000 * kind, kind`
  return [
    {
      table: 'users',
      columns: 'id, name, email',
      from: barbers,
      select: `${uuid(barberUserId)}, 'Rui', 'b' || number || '@y.test'`,
    },
    {
      table: 'barbershops',
      columns: 'id, owner_id, name, address, street, neighborhood, city, state, latitude, longitude, time_zone',
      select: `${uuid(shopId)}, ${uuid(barberUserId, `number * ${BARBERS_PER_SHOP}`)}, 'Navalha', 'Rua 1', 'Rua 1', 'Centro', 'Goiânia', 'GO', ${pointOf(11)}, 'America/Sao_Paulo'`,
      from: `${series(shops)} ${cityOf(10)}`,
    },
    {
      table: 'working_hours',
      columns: 'barbershop_id, day_of_week, opens_minute, closes_minute',
      select: `${uuid(shopId)}, day, 540, 1140`,
      from: `${series(shops)}, generate_series(0, 6) day`,
    },
    {
      table: 'barbers',
      columns: 'id, user_id, barbershop_id',
      from: barbers,
      select: `${uuid(barberId)}, ${uuid(barberUserId)}, ${shopOfBarber}`,
    },
    {
      table: 'services',
      columns: 'id, barbershop_id, name, duration_min, price_cents, position',
      select: `${uuid(serviceId, 'number * 3 + kind')}, ${uuid(shopId)}, ${service}`,
      from: `${series(shops)}, generate_series(0, 2) kind`,
    },
  ]
}

/** One to four spans of 3 to 10 hours on the days ahead. */
const wantedFrom = (today: Date) => `
  (select range_agg(tstzrange(start, start + (3 + floor(7 * bench_share(number, 200 + part))) * interval '1 hour'))
     from generate_series(0, number % 4) part
    cross join lateral (select timestamptz '${today.toISOString()}' + floor(${WANTED_DAYS} * bench_share(number, 100 + part)) * interval '1 day'
      + (8 + floor(9 * bench_share(number, 150 + part))) * interval '1 hour' as start) as begin)`

/** As the trigger does, which is off while the tables are filled. */
const areaSpans: TableInsert = {
  table: 'waitlist_area_spans',
  columns: 'request_id, number, user_id, during, area, center, radius_km, created_at',
  select: 'id, number, user_id, during, area, center, radius_km, created_at',
  from: 'waitlist_requests cross join unnest(wanted) with ordinality as span(during, number) where area is not null',
}

function listRequestInserts({ requests, shops }: WaitlistSize, today: Date): TableInsert[] {
  const people = Math.ceil(requests / 2)
  const now = `timestamptz '${today.toISOString()}'`
  const common = `${uuid(personId, `number % ${people}`)}, 'ACTIVE', 'America/Sao_Paulo', '[]', ${wantedFrom(today)}`
  const since = `${now} - ${share(20)} * interval '14 days'`
  const columns = 'id, user_id, status, time_zone, spans, wanted, created_at, updated_at'
  const shopOfTarget = `floor(${shops} * (${share(30)}) ^ 2)::int`
  const another = `((${shopOfTarget}) + position * 37) % ${shops}`
  const word = `case when ${share(24)} < 0.7 then 'corte' else 'barba' end`
  return [
    {
      table: 'users',
      columns: 'id, name, email',
      from: series(people),
      select: `${uuid(personId)}, 'Ana', number || '@x.test'`,
    },
    {
      table: 'waitlist_requests',
      columns,
      select: `${uuid(7)}, ${common}, ${since}, ${now}`,
      from: `${series(requests)} where number % 10 >= 4`,
    },
    {
      table: 'waitlist_requests',
      columns: `${columns}, area_name, latitude, longitude, radius_km, service_words, service_patterns`,
      select: `${uuid(7)}, ${common}, ${since}, ${now}, 'Centro', ${pointOf(22)}, 1 + 14 * ${share(25)} ^ 2, ${word}, array['% ' || ${word} || '%']`,
      from: `${series(requests)} ${cityOf(21)} where number % 10 < 4`,
    },
    areaSpans,
    {
      table: 'waitlist_targets',
      columns: 'request_id, position, barbershop_id, barber_id, service_ids, wanted, is_active',
      select: `${uuid(7)}, position, ${uuid(shopId, another)}, case when ${share(31)} < 0.4 then ${uuid(barberId, `(${another}) * ${BARBERS_PER_SHOP} + number % ${BARBERS_PER_SHOP}`)} end,
        array[${uuid(serviceId, `(${another}) * 3 + (number / 10) % 2`)}], wanted, true`,
      from: `${series(requests)} join waitlist_requests requests on requests.id = ${uuid(7)} cross join generate_series(0, 1) position
        where number % 10 >= 4 and position <= (number / 7) % 2`,
    },
  ]
}

/** Each of another barber, of barbershops that are wanted as much as those of the requests. */
function listAppointmentInserts({ cancellations, shops }: WaitlistSize, today: Date): TableInsert[] {
  const shop = `((floor(${shops} * (${share(40)}) ^ 2)::int + number * 7) % ${shops})`
  const start = `timestamptz '${today.toISOString()}' + (2 + floor(10 * ${share(41)})) * interval '1 day' + (9 + floor(9 * ${share(42)})) * interval '1 hour'`
  const from = `(select distinct on (shop) number, shop, ${start} as start
    from (select number, ${shop} as shop from ${series(cancellations * 3)}) as drawn order by shop, number limit ${cancellations}) as planned`
  return [
    {
      table: 'users',
      columns: 'id, name, email',
      from: series(cancellations * 3),
      select: `${uuid(bookerId)}, 'Eva', 'c' || number || '@x.test'`,
    },
    {
      table: 'appointments',
      from,
      columns:
        'barbershop_id, barber_id, barber_user_id, customer_id, service_id, service_name, duration_min, price_cents, starts_at, ends_at, status, requested_at',
      select: `${uuid(shopId, 'shop')}, ${uuid(barberId, `shop * ${BARBERS_PER_SHOP}`)}, ${uuid(barberUserId, `shop * ${BARBERS_PER_SHOP}`)}, ${uuid(bookerId)}, ${uuid(serviceId, 'shop * 3')},
        'Corte masculino', 30, 4000, start, start + interval '30 minutes', 'CONFIRMED', timestamptz '${today.toISOString()}' - interval '1 day'`,
    },
  ]
}
