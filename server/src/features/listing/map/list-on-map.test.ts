import { availabilityApi } from '@na-regua/contract/availability'
import type { BarbershopMap, MapCluster, MapPin } from '@na-regua/contract/barbershop-map'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Query } from '@na-regua/contract/route'
import { groupOnMap } from '@na-regua/search'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import { createRandom } from '../../../../seed/random.ts'
import { createBarber, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { insertBulkBarbershops } from '../../../../test/bulk-barbershops.ts'
import { createHarness } from '../../../../test/harness.ts'
import { findMatches } from '../../../../test/sql-lists/find-matches.ts'
import { countStatements } from '../../../../test/statement-counter.ts'
import { createApp } from '../../../app.ts'
import { toMatchFilters } from '../engine/rules.ts'
import { listPins } from './queries.ts'

const SHOPS = 2000
const QUERIES = 60
const EVERYWHERE_KM = 20_015

const world = await createHarness()
const { db, during } = countStatements(world.db)
const app = await createApp({ db, clock: world.clock, config: world.config })
afterAll(async () => {
  await app.close()
  await world.close()
})

await insertBulkBarbershops(world.db, SHOPS)
/** Far from the others: two that are alone in their cells at zoom 16, and two that share one. */
const shops = await Promise.all(
  [
    { name: 'Sozinha', latitude: -10.001, longitude: -60.001, services: [{ priceCents: 8000 }] },
    { name: 'Barata', latitude: -10.011, longitude: -60.011, services: [{ priceCents: 3000 }] },
    { name: 'Vizinha', latitude: -10.021, longitude: -60.022 },
    { name: 'Outra vizinha', latitude: -10.0211, longitude: -60.0221 },
  ].map((fields) => createBarbershopRow(world, fields)),
)
const [alone] = shops as [(typeof shops)[0]]
await createBarber(world, alone.id)
const box = { north: -9.99, south: -10.03, east: -59.99, west: -60.03 }

type MapParams = Partial<Query<typeof barbershopsApi.map>>
const toUrl = (query: MapParams) => {
  const set = Object.entries(query).filter(([, value]) => value !== undefined)
  return `/api/barbershops/map?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`
}
const getMap = async (query: MapParams) => {
  const { status, body } = await world.call(barbershopsApi.map, { query })
  expect(status).toBe(200)
  return body as BarbershopMap
}
const names = ({ pins }: BarbershopMap) => pins.map(({ name }) => name)

test('pins have a name, a price and their place; close barbershops are a cluster with its center', async () => {
  const map = await getMap({ ...box, zoom: 16 })
  expect(Value.Check(barbershopsApi.map.schema.response[200], map)).toBe(true)
  expect(map.total).toBe(4)
  expect(map.pins.map(withoutSlot)).toEqual([
    {
      id: alone.id,
      name: 'Sozinha',
      latitude: -10.001,
      longitude: -60.001,
      timeZone: alone.time_zone,
      price_from: 8000,
    },
    expect.objectContaining({ name: 'Barata', price_from: 3000 }),
  ])
  expect(map.clusters).toEqual([
    {
      count: 2,
      latitude: -10.02105,
      longitude: -60.02205,
      north: -10.021,
      south: -10.0211,
      east: -60.022,
      west: -60.0221,
    },
  ])
  const corner = { north: -10.0209, south: -10.0212, east: -60.0219, west: -60.0222 }
  expect(await getMap({ ...corner, zoom: 22 })).toMatchObject({ total: 2, clusters: [], pins: [{}, {}] })
  expect(await getMap({ ...box, zoom: 5 })).toMatchObject({ total: 4, pins: [], clusters: [{ count: 4 }] })
})

test('filters and a circle select as they do for the list', async () => {
  const here = { latitude: -10.001, longitude: -60.001 }
  const filters: MapParams[] = [{ priceMax: 4000 }, { openNow: true }, { ratingMin: 4 }, { freeToday: true }, {}]
  for (const filter of filters)
    for (const radiusInKm of [1, 2, 5]) {
      const map = await getMap({ ...box, zoom: 16, ...here, radiusInKm, ...filter })
      const { body } = await world.call(barbershopsApi.nearby, { query: { ...here, radiusInKm, ...filter } })
      expect({ filter, radiusInKm, total: map.total }).toEqual({ filter, radiusInKm, total: body.pagination.total })
    }
  expect(names(await getMap({ ...box, zoom: 16, priceMax: 4000 }))).toEqual(['Barata'])
  expect(names(await getMap({ ...box, zoom: 16, freeToday: true }))).toEqual(['Sozinha'])
})

test('a box without barbershops is empty, and an incomplete one is refused', async () => {
  expect(await getMap({ north: 10, south: 9, east: 10, west: 9, zoom: 12 })).toEqual({
    total: 0,
    clusters: [],
    pins: [],
  })
  for (const query of [
    { ...box, zoom: 23 },
    { north: 1, south: 0, east: 1, zoom: 3 },
    { ...box, zoom: 3, north: 91 },
  ])
    expect((await world.call(barbershopsApi.map, { query })).status).toBe(400)
})

/** Around one of the dense places of the bulk data. No edge falls on a barbershop, whose coordinates have four decimals at most. */
function generateQuery(seed: string): Query<typeof barbershopsApi.map> {
  const random = createRandom(seed)
  const [latitude, longitude] = random.pick([
    [-23.55, -46.63],
    [-16.68, -49.25],
    [0.001, -0.001],
    [-17, 179.8],
  ] as const)
  const reach = random.pick([0.02, 0.1, 0.5, 20])
  const edge = (center: number, side: number, max: number) =>
    Math.max(-max, Math.min(max, Number((center + side * reach * (0.5 + random.next())).toFixed(3)) + 0.000_03))
  const maybe = <T>(value: T) => (random.chance(0.25) ? value : undefined)
  const circle = random.chance(0.5) ? { latitude, longitude, radiusInKm: random.pick([3, 10, 50]) } : {}
  return {
    north: edge(latitude, 1, 90),
    south: edge(latitude, -1, 90),
    east: edge(longitude, 1, 179.99),
    west: edge(longitude, -1, 180),
    zoom: random.int(3, 18),
    ...circle,
    ratingMin: maybe(4),
    priceMin: maybe(3000),
    features: maybe('Estacionamento'),
    openNow: maybe(true),
  }
}

const isFiltered = ({ ratingMin, priceMin, features, openNow }: MapParams) =>
  [ratingMin, priceMin, features, openNow].some((value) => value !== undefined)
const round = ({ count, ...degrees }: MapCluster) => [count, ...Object.values(degrees).map((value) => value.toFixed(3))]
const withoutSlot = ({ nextSlot: _, ...pin }: MapPin) => pin

/** The map of all that SQL finds, wherever it is. */
async function mapInSql(query: Query<typeof barbershopsApi.map>) {
  const { north, south, east, west, zoom, latitude = 0, longitude = 0, radiusInKm = EVERYWHERE_KM } = query
  const { ids } = await findMatches(world.db, {
    area: { latitude, longitude, radiusInKm },
    filters: toMatchFilters(query),
    orderBy: 'distance',
    limit: SHOPS,
    offset: 0,
    now: world.clock.now(),
  })
  const rows = await listPins(world.db, ids)
  const { points, ...cells } = groupOnMap(rows, { zoom, box: { north, south, east, west } })
  return { ...cells, pins: points.map((point) => rows[point]) }
}

test('the map is that of SQL, from at most one statement', async () => {
  let total = 0
  await app.listing.catchUp()
  for (let number = 0; number < QUERIES; number++) {
    const query = generateQuery(`map ${number}`)
    let map: BarbershopMap | undefined
    const statements = await during(async () => {
      map = (await app.inject(toUrl(query))).json<BarbershopMap>()
    })
    expect(statements).toBeLessThan(2)
    const { pins = [], clusters = [], ...rest } = map ?? {}
    const expected = await mapInSql(query)
    const byId = <T extends { id: string } | undefined>(some: T[]) =>
      some.toSorted((one, other) => String(one?.id).localeCompare(String(other?.id)))
    expect({ query, ...rest, pins: byId(pins.map(withoutSlot)) }).toEqual({
      query,
      total: expected.total,
      pins: byId(expected.pins),
    })
    const sorted = (some: MapCluster[]) =>
      some.map(round).toSorted((one, other) => (String(one) < String(other) ? -1 : 1))
    expect(clusters.map(({ count }) => count).toSorted()).toEqual(
      expected.clusters.map(({ count }) => count).toSorted(),
    )
    // With filters the center in memory is that of all barbershops of a node.
    if (!isFiltered(query)) expect(sorted(clusters)).toEqual(sorted(expected.clusters))
    total += expected.total
  }
  expect(total).toBeGreaterThan(QUERIES * 20)
})

test('a pin has the next slot that its card shows, and a changed name', async () => {
  let radiusInKm = 1
  // No URL twice, so that no stored response is sent.
  const readPin = async () => {
    radiusInKm += 0.01
    const query = { ...box, zoom: 16, latitude: -10.001, longitude: -60.001, radiusInKm }
    return (await app.inject(toUrl(query))).json<BarbershopMap>().pins.find(({ id }) => id === alone.id)
  }
  const { body } = await world.call(availabilityApi.slotsToday, { query: { ids: alone.id } })
  const { nextFreeAt } = body.freeTimes[0]
  expect(nextFreeAt).not.toBeNull()
  // A map does not wait for slots, as a filter by them does.
  expect((await app.inject(toUrl({ ...box, zoom: 16, freeToday: true }))).statusCode).toBe(200)
  expect((await readPin())?.nextSlot).toBe(nextFreeAt)
  expect(await during(readPin)).toBe(0)
  await sql`update barbershops set name = 'Nome novo' where id = ${alone.id}`.execute(world.db)
  await app.listing.catchUp()
  expect((await readPin())?.name).toBe('Nome novo')
})
