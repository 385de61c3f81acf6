import { type BarbershopCard, barbershopsApi } from '@na-regua/contract/barbershops'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import type { StoredOrder } from '../../../../test/sql-lists/find-matches.ts'
import { chordBetween, type Point, toChord, toPoint } from '../../../lib/sphere.ts'
import type { SpecialDateHours } from '../../barbershops/queries.ts'
import { computeOpening, type OpeningRow, toBarbershopTime } from '../../barbershops/rules.ts'

const SHOPS = 20_000
const QUERIES = 120

type Shop = {
  id: string
  point: Point
  rating: number | null
  price: number | null
  completed: number
  reviews: number
  ratingSum: number
  featured: boolean
  leads: boolean
  features: number[]
  hours: OpeningRow[]
  specialDates: SpecialDateHours[]
  timeZone: string
}

// A linear congruential generator with a fixed seed, so that a failure can be repeated.
let state = 20_260_311
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const below = (limit: number) => Math.floor(random() * limit)
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T

/** Dense towns, one at the date line, both poles. */
const centers = [
  [-23.55, -46.63],
  [-16.68, -49.25],
  [-3.85, -32.42],
  [-17, 179.99],
  [89.98, 10],
  [-89.97, -120],
] as const
const zones = ['America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco', 'America/Noronha']
const weeks: OpeningRow[][] = [
  [
    [1, 540, 1080],
    [2, 540, 720],
    [2, 780, 1080],
  ],
  [
    [5, 1080, 1560],
    [6, 1200, 1500],
  ],
  [
    [0, 0, 1440],
    [1, 0, 1440],
    [2, 0, 1440],
    [3, 0, 1440],
    [4, 0, 1440],
    [5, 0, 1440],
    [6, 0, 1440],
  ],
  [
    [6, 1320, 1440],
    [0, 0, 240],
  ],
  [],
]

const specialOpenings: [number | null, number | null][][] = [
  [[null, null]],
  [[600, 720]],
  [[1200, 1620]],
  [
    [480, 720],
    [840, 1440],
  ],
]
const SPECIAL_DATES = Array.from({ length: 31 }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`)

const world = await createHarness()
afterAll(() => world.close())
const shops: Shop[] = []

beforeAll(async () => {
  const { owner_id } = await createBarbershopRow(world, { isActive: false })
  // In batches: one statement for all would exceed the statement timeout.
  const batches: string[][] = []
  for (let made = 0; made < SHOPS; made += 1000)
    batches.push(await insertShops(owner_id, Array.from({ length: 1000 }, generateBarbershop)))
  await sql`analyze`.execute(world.db)
  for (const ids of batches) shops.push(...(await readShops(ids)))
})

function generateBarbershop() {
  const [latitude, longitude] = pick(centers)
  const spread = random() < 0.02 ? 40 : 0.15
  const wrapped = ((longitude + (random() - 0.5) * spread * 4 + 540) % 360) - 180
  const reviews = pick([0, 0, 1, 2, 3])
  return {
    // Coarse values, so that many barbershops are equal in position and sort keys.
    latitude: Math.round(Math.max(-90, Math.min(90, latitude + (random() - 0.5) * spread)) * 1000) / 1000,
    longitude: Math.round(wrapped * 1000) / 1000,
    reviews,
    sum: reviews * (1 + below(5)),
    price: pick([null, 2000, 3000, 5000, 8000]),
    completed: below(4),
    featured: random() < 0.1,
    leads: random() < 0.2,
    zone: pick(zones),
  }
}

async function insertShops(ownerId: string, rows: ReturnType<typeof generateBarbershop>[]) {
  const { rows: made } = await sql<{ id: string }>`
    insert into barbershops (owner_id, name, address, street, neighborhood, city, state, latitude, longitude, time_zone,
      is_featured, leads_ties, price_from, review_count, rating_sum, completed_count)
    select ${ownerId}, 'Barbearia', 'Rua 1', 'Rua 1', 'Centro', 'Goiânia', 'GO', latitude, longitude, zone, featured, leads, price, reviews, sum, completed
    from json_to_recordset(${JSON.stringify(rows)}) as shop(latitude float8, longitude float8, zone text, featured bool, leads bool, price int, reviews int, sum int, completed int)
    returning id`.execute(world.db)
  const ids = made.map(({ id }) => id)
  const features = ids.flatMap((barbershop_id) =>
    [1, 2, 3].filter(() => random() < 0.5).map((feature_id) => ({ barbershop_id, feature_id })),
  )
  await world.db.insertInto('barbershop_features').values(features).execute()
  const hours = ids.flatMap((barbershop_id) =>
    pick(weeks).map(([day_of_week, opens_minute, closes_minute]) => ({
      barbershop_id,
      day_of_week,
      opens_minute,
      closes_minute,
    })),
  )
  await world.db.insertInto('working_hours').values(hours).execute()
  await world.db.insertInto('special_dates').values(ids.flatMap(inventSpecialDays)).execute()
  return ids
}

/** Dates around those of the queries: closed, shorter, a night, two openings. */
function inventSpecialDays(barbershop_id: string) {
  if (random() < 0.8) return []
  return SPECIAL_DATES.filter(() => random() < 0.5).flatMap((date) =>
    pick(specialOpenings).map(([opens_minute, closes_minute]) => ({
      barbershop_id,
      date,
      opens_minute,
      closes_minute,
    })),
  )
}

/** The coordinates of the database, so that ties are ties to the last bit. */
async function readShops(ids: string[]): Promise<Shop[]> {
  const { rows } = await sql<Shop>`
    select id, average_rating as rating, price_from as price, completed_count as completed, review_count as reviews,
           rating_sum as "ratingSum", is_featured as featured, leads_ties as leads, time_zone as "timeZone",
           json_build_array(position -> 1, position -> 2, position -> 3) as point,
           array(select feature_id from barbershop_features where barbershop_id = barbershops.id) as features,
           (select coalesce(json_agg(json_build_array(day_of_week, opens_minute, closes_minute)), '[]')
              from working_hours where barbershop_id = barbershops.id) as hours,
           (select coalesce(json_agg(json_build_array(date, opens_minute, closes_minute, reason)), '[]')
              from special_dates where barbershop_id = barbershops.id) as "specialDates"
      from barbershops where id = any(${ids})`.execute(world.db)
  return rows
}

const chordTo = ([x, y, z]: Point, [a, b, c]: Point) => Math.sqrt((a - x) ** 2 + (b - y) ** 2 + (c - z) ** 2)
const last = (value: number | null) => value ?? Number.POSITIVE_INFINITY
const storedOrders: readonly StoredOrder[] = ['distance', 'rating', 'price', 'popularity']

const keys: Record<StoredOrder, (shop: Shop, chord: number) => number[]> = {
  distance: (_, chord) => [chord],
  // Decision 22.
  rating: ({ ratingSum, reviews }) => [reviews === 0 ? 1 : -(ratingSum + 46) / (reviews + 10)],
  price: ({ price }) => [last(price)],
  popularity: ({ completed, reviews }) => [-completed, -reviews],
}

function bruteForce(query: Query, now: Date): string[] {
  const here = toPoint(query)
  const names = query.features?.split(',').map((name) => featureNames.indexOf(name) + 1) ?? []
  return shops
    .map((shop) => ({ shop, chord: chordTo(here, shop.point) }))
    .filter(({ chord }) => chord <= toChord(query.radiusInKm))
    .filter(({ shop }) => query.ratingMin === undefined || (shop.rating ?? 0) >= query.ratingMin)
    .filter(({ shop }) => query.priceMin === undefined || (shop.price !== null && shop.price >= query.priceMin))
    .filter(({ shop }) => query.priceMax === undefined || (shop.price !== null && shop.price <= query.priceMax))
    .filter(({ shop }) => names.every((id) => shop.features.includes(id)))
    .filter(({ shop }) => !query.featured || shop.featured)
    .filter(
      ({ shop }) =>
        !query.openNow || computeOpening(shop.hours, toBarbershopTime(now, shop.timeZone), shop.specialDates).isOpen,
    )
    .map(({ shop, chord }) => ({
      id: shop.id,
      key: [...keys[query.orderBy](shop, chord), shop.featured || shop.leads ? 0 : 1, chord],
    }))
    .toSorted((a, b) => compare(a.key, b.key) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
}

function compare(a: number[], b: number[]): number {
  const index = a.findIndex((value, at) => value !== b[at])
  return index < 0 ? 0 : Math.sign((a[index] as number) - (b[index] as number))
}

type Query = {
  latitude: number
  longitude: number
  radiusInKm: number
  orderBy: StoredOrder
  ratingMin?: number
  priceMin?: number
  priceMax?: number
  features?: string
  featured?: boolean
  openNow?: boolean
}
const featureNames = ['Ambiente climatizado', 'Wi-Fi gratuito', 'Estacionamento']

function randomQuery(index: number): Query {
  const [latitude, longitude] = pick(centers)
  const maybe = <T>(value: T) => (random() < 0.25 ? value : undefined)
  return {
    latitude: Math.max(-90, Math.min(90, latitude + (random() - 0.5) / 10)),
    longitude: ((longitude + (random() - 0.5) / 10 + 540) % 360) - 180,
    radiusInKm: pick([0.5, 2, 5, 10, 50, 100]),
    orderBy: storedOrders[index % 4] as StoredOrder,
    ratingMin: maybe(pick([3, 4, 4.5])),
    priceMin: maybe(3000),
    priceMax: maybe(5000),
    features: maybe(pick(['Estacionamento', 'Wi-Fi gratuito,Estacionamento'])),
    featured: maybe(true),
    openNow: maybe(true),
  }
}

test(`order, page and total are those of brute force over ${SHOPS} shops`, async () => {
  let found = 0
  const times = Array.from({ length: QUERIES }, () => Date.UTC(2026, 2, 1 + below(28), below(24), below(60)))
  for (const [index, time] of times.toSorted((one, other) => one - other).entries()) {
    const query = randomQuery(index)
    const now = new Date(time)
    world.clock.set(now)
    const expected = bruteForce(query, now)
    const page = 1 + below(3)
    const { body } = await world.call(barbershopsApi.nearby, { query: { ...query, page, perPage: 50 } })
    const ids = body.barbershops.map(({ id }: BarbershopCard) => id)
    expect({ query, total: body.pagination.total, ids }).toEqual({
      query,
      total: expected.length,
      ids: expected.slice((page - 1) * 50, page * 50),
    })
    if (query.openNow) expect(body.barbershops.every((shop: BarbershopCard) => shop.is_open)).toBe(true)
    found += expected.length
  }
  // The queries had matches.
  expect(found).toBeGreaterThan(QUERIES * 100)
})

test('a distance is the one along the surface, within a thousandth', async () => {
  const here = { latitude: -23.551, longitude: -46.631 }
  const { body } = await world.call(barbershopsApi.nearby, { query: { ...here, radiusInKm: 100, perPage: 50 } })
  expect(body.barbershops).toHaveLength(50)
  for (const card of body.barbershops as BarbershopCard[]) {
    const expected = haversine(here, card)
    expect(Math.abs((card.distance_in_km ?? -1) - expected)).toBeLessThanOrEqual(expected * 0.001)
  }
  expect(chordBetween(toPoint({ latitude: 90, longitude: 0 }), toPoint({ latitude: 90, longitude: 170 }))).toBeLessThan(
    1e-9,
  )
})

type Position = { latitude: number; longitude: number }
function haversine(a: Position, b: Position): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const lat = Math.sin(rad(b.latitude - a.latitude) / 2) ** 2
  const lon = Math.sin(rad(b.longitude - a.longitude) / 2) ** 2
  return 2 * 6371.0088 * Math.asin(Math.sqrt(lat + Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * lon))
}
