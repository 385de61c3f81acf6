import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import { createRandom } from '../seed/random.ts'
import type { Listing } from '../src/features/listing/engine/create-listing.ts'
import type { DatabasePool } from '../src/lib/database.ts'
import { findMatches, type StoredMatchQuery, type StoredOrder } from './sql-lists/find-matches.ts'

/** Centers of the bulk data: dense towns, one at the date line, both poles, the crossing of equator and prime meridian. */
const towns = [
  [-23.55, -46.63],
  [-16.68, -49.25],
  [-17, 179.99],
  [89.98, 10],
  [-89.97, -120],
  [0.001, -0.001],
] as const

/** Weekday, opens, closes: regular hours, with a lunch break, nights past midnight, round the clock, none. */
const weeks = [
  '[[1,540,1080],[2,540,1080],[3,540,1080],[4,540,1080],[5,540,1080],[6,540,840]]',
  '[[1,540,720],[1,780,1140],[3,540,720],[3,780,1140]]',
  '[[5,1080,1560],[6,1200,1500],[0,1320,1680]]',
  '[[0,0,1440],[1,0,1440],[2,0,1440],[3,0,1440],[4,0,1440],[5,0,1440],[6,0,1440]]',
  '[]',
]
const zones = ['America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco', 'America/Noronha']

/** Barbershops with many ties: equal positions and equal sort keys. */
export async function insertBulkBarbershops(db: DatabasePool, count: number) {
  const { rows } = await sql<{ id: string }>`
    insert into users (name, email, role) values ('Dona Rita', gen_random_uuid() || '@bulk.test', 'OWNER') returning id`.execute(
    db,
  )
  await sql`
    insert into barbershops (owner_id, name, address, street, neighborhood, city, state, latitude, longitude, time_zone, is_active,
      is_featured, price_from, review_count, rating_sum, completed_count)
    select ${rows[0]?.id}::uuid, 'Barbearia ' || i, 'Rua 1', 'Rua 1', 'Centro', 'Goiânia', 'GO',
      round(least(90, greatest(-90, (town ->> 0)::numeric + (random() - 0.5)::numeric * 0.4)), 2 + (i % 3)::int),
      round(mod((town ->> 1)::numeric + (random() - 0.5)::numeric * 0.4 + 540, 360) - 180, 2 + (i % 3)::int),
      (${zones}::text[])[1 + floor(random() * 4)], random() < 0.95, random() < 0.1,
      (array[null, 2000, 3000, 5000, 8000])[1 + floor(random() * 5)], reviews, reviews * (1 + floor(random() * 5)), floor(random() * 4)
    from generate_series(1, ${count}::int) i,
      lateral (select ${JSON.stringify(towns)}::json -> (i % ${towns.length}::int) as town, (array[0, 0, 1, 2, 3])[1 + i % 5] as reviews) generated`.execute(
    db,
  )
  await sql`insert into barbershop_features (barbershop_id, feature_id)
    select id, feature from barbershops, generate_series(1, 3) feature where random() < 0.5`.execute(db)
  await sql`insert into working_hours (barbershop_id, day_of_week, opens_minute, closes_minute)
    select shop.id, (opening ->> 0)::int, (opening ->> 1)::int, (opening ->> 2)::int
      from (select id, (${weeks}::json[])[1 + floor(random() * ${weeks.length}::int)] as week from barbershops) shop,
           json_array_elements(week) as opening`.execute(db)
  await insertSpecialDates(db, sql`random() < 0.2`)
  await sql`analyze barbershops, working_hours, special_dates, barbershop_features`.execute(db)
}

function insertSpecialDates(db: DatabasePool, condition: RawBuilder<unknown>) {
  return sql`insert into special_dates (barbershop_id, date, opens_minute, closes_minute)
    select id, current_date + day, opens, case when opens is not null then opens + 90 + 300 * (day % 4 + 2) end
      from barbershops, generate_series(-2, 6) day, lateral (select (array[null, 600, 1200])[1 + abs(day) % 3] as opens) special
     where ${condition} on conflict do nothing`.execute(db)
}

/** Every kind of change that affects whether and where a barbershop appears in a list. */
const changes: ((some: readonly string[]) => RawBuilder<unknown>)[] = [
  (some) => sql`update barbershops set completed_count = completed_count + 1 where id = any (${some}::uuid[])`,
  (some) =>
    sql`update barbershops set rating_sum = rating_sum + 4, review_count = review_count + 1 where id = any (${some}::uuid[])`,
  (some) =>
    sql`update barbershops set price_from = nullif(floor(random() * 9)::int * 1000, 0) where id = any (${some}::uuid[])`,
  (some) => sql`update barbershops set is_active = not is_active where id = any (${some}::uuid[])`,
  (some) => sql`update barbershops set is_featured = not is_featured where id = any (${some}::uuid[])`,
  (some) =>
    sql`update barbershops set latitude = greatest(-90, least(90, latitude + 0.01)) where id = any (${some}::uuid[])`,
  (some) => sql`update barbershops set time_zone = 'America/Manaus' where id = any (${some}::uuid[])`,
  (some) => sql`delete from working_hours where barbershop_id = any (${some}::uuid[])`,
  (some) => sql`insert into working_hours (barbershop_id, day_of_week, opens_minute, closes_minute)
    select id, 3, 300, 1500 from barbershops where id = any (${some}::uuid[]) on conflict do nothing`,
  (some) =>
    sql`update working_hours set closes_minute = closes_minute - 30 where barbershop_id = any (${some}::uuid[])`,
  (some) => sql`delete from special_dates where barbershop_id = any (${some}::uuid[])`,
  (some) => sql`insert into special_dates (barbershop_id, date)
    select id, current_date from barbershops where id = any (${some}::uuid[]) on conflict do nothing`,
  (some) => sql`delete from barbershop_features where barbershop_id = any (${some}::uuid[])`,
  (some) => sql`insert into barbershop_features (barbershop_id, feature_id)
    select id, 2 from barbershops where id = any (${some}::uuid[]) on conflict do nothing`,
  (some) => sql`delete from barbershops where id = ${some[0]}::uuid`,
  (
    some,
  ) => sql`insert into barbershops (owner_id, name, address, street, neighborhood, city, state, latitude, longitude, time_zone)
    select owner_id, 'Nova', address, street, neighborhood, city, state, latitude, longitude, time_zone
      from barbershops where id = any (${some}::uuid[])`,
]

class RolledBack extends Error {}
const expectedFailures = new Set<string | undefined>(['40P01', '23503'])

/** Changes in `count` transactions: some are rolled back, and some stay open while later ones commit. */
export async function changeBulkBarbershops(db: DatabasePool, seed: string, count: number) {
  const random = createRandom(seed)
  for (let made = 0; made < count; made++) {
    const change = random.pick(changes)
    const pause = random.chance(0.2) ? 0.03 : 0
    const isRolledBack = random.chance(0.1)
    const { rows } = await sql<{ id: string }>`
      select id from barbershops where id > gen_random_uuid() order by id limit ${random.int(1, 4)}::int`.execute(db)
    const some = rows.map(({ id }) => id)
    await db
      .transaction()
      .execute(async (tx) => {
        await change(some).execute(tx)
        if (pause > 0) await sql`select pg_sleep(${pause})`.execute(tx)
        if (isRolledBack) throw new RolledBack()
      })
      // A deadlock, or a barbershop that a concurrent transaction deleted: the transaction had no effect.
      .catch((error: { code?: string }) => {
        if (!(error instanceof RolledBack) && !expectedFailures.has(error.code)) throw error
      })
  }
}

const storedOrders: readonly StoredOrder[] = ['distance', 'rating', 'price', 'popularity']

/** A random query; `now` is among the special dates of the bulk data. */
export function generateQuery(seed: string): StoredMatchQuery {
  const random = createRandom(seed)
  const [latitude, longitude] = random.pick(towns)
  const maybe = <T>(value: T) => (random.chance(0.25) ? value : undefined)
  const limit = random.pick([1, 6, 50])
  const near = (degrees: number) => degrees + (random.next() - 0.5) * 0.3
  return {
    area: {
      latitude: Math.max(-90, Math.min(90, near(latitude))),
      longitude: ((near(longitude) + 540) % 360) - 180,
      radiusInKm: random.pick([0.3, 2, 5, 10, 50, 100]),
    },
    filters: {
      ratingMin: maybe(random.pick([0, 0.5, 3, 4, 4.5])),
      priceMin: maybe(random.pick([0, 3000])),
      priceMax: maybe(5000),
      features: maybe(random.pick([['Estacionamento'], ['Wi-Fi gratuito', 'Estacionamento'], ['Piscina']])),
      featured: maybe(true),
      openNow: maybe(true),
      opensToday: maybe(true),
    },
    orderBy: random.pick(storedOrders),
    limit,
    offset: random.pick([0, 0, 1, 2, 40]) * limit,
    now: new Date(Date.now() + random.int(-1, 5) * 86_400_000 + random.int(0, 1439) * 60_000),
  }
}

/** Sends the same queries to the index and the database; returns the number of matches. */
export async function compareWithDatabase(
  db: DatabasePool,
  listing: Listing,
  { seed, count }: { seed: string; count: number },
): Promise<number> {
  let matches = 0
  for (let number = 0; number < count; number++) {
    const query = generateQuery(`${seed} ${number}`)
    const expected = await findMatches(db, query)
    expect({ query, ...(await listing.find(query)) }).toEqual({ query, ...expected })
    matches += expected.total
  }
  return matches
}
