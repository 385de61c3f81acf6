import { expect, test } from 'vitest'
import {
  createSearchIndex,
  MAX_MAP_CELLS,
  type MapQuery,
  type SearchFilters,
  type SearchRow,
  type UpcomingSlots,
} from '../search.ts'

const now = new Date('2026-03-11T12:00:00Z')
const START = now.getTime() / 60_000
const week = [0, 1, 2, 3, 4, 5, 6].map((day) => `${day} 480 1200`).join(' ')
const toLocalMinute = (epochMinute: number) => ({ day: Math.floor(epochMinute / 1440), minute: epochMinute % 1440 })
const toEpochMinute = ({ day, minute }: { day: number; minute: number }) => 1440 * day + minute

// A linear congruential generator with a fixed seed, so that a failure can be repeated.
let state = 20_260_313
function random() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

const RADIUS = 6371
type Shop = { row: SearchRow; latitude: number; longitude: number; next: number | undefined }
type Box = MapQuery['box']

function toSphere(latitude: number, longitude: number) {
  const φ = (latitude * Math.PI) / 180
  const λ = (longitude * Math.PI) / 180
  return [RADIUS * Math.cos(φ) * Math.cos(λ), RADIUS * Math.cos(φ) * Math.sin(λ), RADIUS * Math.sin(φ)] as const
}

/** A dense city, a town, the whole country, and a street corner where many share one point. */
const places = [
  [-23.55, -46.63, 0.4],
  [-16.68, -49.26, 0.1],
  [-14, -52, 30],
  [-23.561, -46.656, 0],
] as const

function generateShop(number: number): Shop {
  const [centerLatitude, centerLongitude, spread] = pick(places)
  const latitude = Math.round((centerLatitude + (random() - 0.5) * spread) * 1e4) / 1e4
  const longitude = Math.round((centerLongitude + (random() - 0.5) * spread) * 1e4) / 1e4
  const [x, y, z] = toSphere(latitude, longitude)
  const id = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
  const rating = pick([null, 3, 4, 4.5])
  const price = pick([null, 2000, 3000, 5000])
  const row: SearchRow = [id, x, y, z, rating, price, 0, 0, random() < 0.1, 0, 'UTC', week, '', '', '', rating, '']
  const next = random() < 0.2 ? undefined : START + 15 * Math.floor(1 + random() * 200)
  return { row, latitude, longitude, next }
}

function generateQuery(): MapQuery {
  const [latitude, longitude, spread] = pick(places)
  // No edge falls on a shop, whose coordinates have four decimals.
  const edge = (center: number, reach: number) => Math.round((center + reach * random()) * 1e4) / 1e4 + 0.000_03
  const reach = Math.min(40, pick([0.01, 0.1, 1, 40]) * Math.max(spread, 0.05))
  const box = {
    north: edge(latitude, reach),
    south: edge(latitude, -reach),
    east: edge(longitude, reach),
    west: edge(longitude, -reach),
  }
  const filters: SearchFilters = pick([
    {},
    {},
    { ratingMin: 4 },
    { priceMin: 2500, priceMax: 4000 },
    { featured: true },
  ])
  const center = toSphere(latitude, longitude)
  return { box, zoom: Math.floor(random() * 20), center, chord: pick([1, 20, 100, Infinity]), filters, now }
}

function isMatch({ row, latitude, longitude }: Shop, { box, center, chord, filters }: MapQuery): boolean {
  const [, x, y, z, rating, price, , , isFeatured] = row
  if (latitude > box.north || latitude < box.south || longitude > box.east || longitude < box.west) return false
  if (Math.sqrt((x - center[0]) ** 2 + (y - center[1]) ** 2 + (z - center[2]) ** 2) > chord) return false
  if (filters.ratingMin && (rating ?? 0) < filters.ratingMin) return false
  if (filters.priceMin && !(price !== null && price >= 2500 && price <= 4000)) return false
  return !filters.featured || isFeatured
}

/** The column and the row of a cell of 128 × 64 pixels, by the formula of web maps. */
function toCell({ latitude, longitude }: Pick<Shop, 'latitude' | 'longitude'>, zoom: number): [number, number] {
  const φ = (latitude * Math.PI) / 180
  const x = (longitude + 180) / 360
  const y = (1 - Math.log(Math.tan(φ) + 1 / Math.cos(φ)) / Math.PI) / 2
  return [Math.floor((x * 2 ** (8 + zoom)) / 128), Math.floor((y * 2 ** (8 + zoom)) / 64)]
}

function countCells({ north, south, east, west }: Box, zoom: number): number {
  const first = toCell({ latitude: north, longitude: west }, zoom)
  const last = toCell({ latitude: south, longitude: east }, zoom)
  return (last[0] - first[0] + 1) * (last[1] - first[1] + 1)
}

function groupByBruteForce(shops: readonly Shop[], query: MapQuery) {
  let zoom = query.zoom
  while (countCells(query.box, zoom) > MAX_MAP_CELLS) zoom--
  const order = (shop: Shop) =>
    toCell(shop, zoom)
      .toReversed()
      .map((part) => String(part).padStart(9, '0'))
      .join(' ')
  const cells = Map.groupBy(
    shops.filter((shop) => isMatch(shop, query)),
    order,
  )
  return [...cells].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, members]) => members)
}

async function createFilledIndex(shops: readonly Shop[]) {
  const index = createSearchIndex({ features: [], toLocalMinute, toEpochMinute })
  index.add(shops.map(({ row }) => row))
  await index.build()
  for (const { row, next } of shops) setNext(index, row[0], next)
  return index
}

const DAY = 1440
const MIDNIGHT = START - (START % DAY)

function setNext(index: ReturnType<typeof createSearchIndex>, id: string, next: number | undefined) {
  const days: UpcomingSlots['days'][number][] = Array.from({ length: 5 }, () => [])
  const day = Math.floor(((next ?? 0) - MIDNIGHT) / DAY)
  const first = (next ?? 0) % DAY
  if (next !== undefined) days[day] = [{ first, end: first + 30, slack: 0, isSingle: true }]
  const known = { knownFrom: START, knownUntil: START + 60 * DAY, gridMinutes: 15, firstDay: MIDNIGHT, days }
  const service = { noticeMinutes: 0, windowDays: 30, durationMin: 30, bufferMin: 0, minDurationMin: 30 }
  index.setSlots(id, [{ from: now.getTime(), slots: { ...known, ...service } }], now)
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const isWithin = (value: number, from: number, to: number) => value >= from - 1e-4 && value <= to + 1e-4

function expectAgreement(
  index: Awaited<ReturnType<typeof createFilledIndex>>,
  shops: readonly Shop[],
  queries: number,
): number {
  let found = 0
  for (let number = 0; number < queries; number++) {
    const query = generateQuery()
    const cells = groupByBruteForce(shops, query)
    const alone = cells.filter(({ length }) => length === 1)
    const together = cells.filter(({ length }) => length > 1)
    const result = index.findOnMap(query)
    const clusters = result?.clusters ?? []
    expect({ query, total: result?.total, pins: result?.pins }).toEqual({
      query,
      total: cells.flat().length,
      pins: alone.flat().map(({ row, next }) => ({ id: row[0], nextFree: next })),
    })
    expect(clusters.map(({ count }) => count)).toEqual(together.map(({ length }) => length))
    for (const [position, cluster] of clusters.entries()) expectCluster(cluster, together[position] as Shop[], query)
    expect(clusters.length + alone.length).toBeLessThanOrEqual(MAX_MAP_CELLS)
    found += cells.length
  }
  return found
}

function expectCluster(
  cluster: Box & { latitude: number; longitude: number },
  members: readonly Shop[],
  query: MapQuery,
) {
  const { north, south, east, west, latitude, longitude } = cluster
  for (const shop of members)
    expect(isWithin(shop.latitude, south, north) && isWithin(shop.longitude, west, east)).toBe(true)
  expect(isWithin(latitude, south, north) && isWithin(longitude, west, east)).toBe(true)
  if (Object.keys(query.filters).length > 0) return
  expect(longitude).toBeCloseTo(mean(members.map((shop) => shop.longitude)), 4)
  expect([south, north, west, east].map((degrees) => Math.round(degrees * 1e4))).toEqual(
    [
      Math.min(...members.map((shop) => shop.latitude)),
      Math.max(...members.map((shop) => shop.latitude)),
      Math.min(...members.map((shop) => shop.longitude)),
      Math.max(...members.map((shop) => shop.longitude)),
    ].map((degrees) => Math.round(degrees * 1e4)),
  )
}

test('clusters and pins of a box are those of brute force, with and without filters and a circle', async () => {
  const shops = Array.from({ length: 6000 }, (_, number) => generateShop(number))
  expect(expectAgreement(await createFilledIndex(shops), shops, 300)).toBeGreaterThan(3000)
})

test('and so they are after insertions, moves and removals', async () => {
  const shops = new Map(
    Array.from({ length: 2000 }, (_, number) => generateShop(number)).map((shop) => [shop.row[0], shop]),
  )
  const index = await createFilledIndex([...shops.values()])
  let found = 0
  for (let round = 0; round < 10; round++) {
    const ids = Array.from({ length: 60 }, () => pick([...shops.keys()]))
    const inserted = Array.from({ length: 40 }, (_, number) => generateShop(10_000 + 100 * round + number))
    const moved = ids.slice(20).map((id) => {
      const shop = generateShop(0)
      return { ...shop, row: [id, ...shop.row.slice(1)] as unknown as SearchRow }
    })
    for (const id of ids.slice(0, 20)) shops.delete(id)
    for (const shop of [...moved, ...inserted]) shops.set(shop.row[0], shop)
    const changed = new Set([...ids, ...inserted.map(({ row }) => row[0])])
    const current = [...changed].map((id) => shops.get(id)).filter((shop) => shop !== undefined)
    index.update(
      [...changed],
      current.map(({ row }) => row),
    )
    for (const { row, next } of current) setNext(index, row[0], next)
    found += expectAgreement(index, [...shops.values()], 25)
  }
  expect(found).toBeGreaterThan(500)
})

test('a pin without known slots has no next start, and is loaded first; a filter by slots waits for them', async () => {
  const shops = Array.from({ length: 3 }, (_, number) => ({ ...generateShop(number), next: START + 15 }))
  const index = createSearchIndex({ features: [], toLocalMinute, toEpochMinute })
  index.add(shops.map(({ row }) => row))
  await index.build()
  const [shop] = shops as [Shop]
  const box = {
    north: shop.latitude + 0.001,
    south: shop.latitude - 0.001,
    east: shop.longitude + 0.001,
    west: shop.longitude - 0.001,
  }
  const query: MapQuery = { ...generateQuery(), box, zoom: 18, filters: {}, chord: Infinity }
  expect(index.findOnMap(query)?.pins).toEqual([{ id: shop.row[0], nextFree: undefined }])
  expect(index.listIdsToLoad(now, 1)).toEqual([shop.row[0]])
  const free = { ...query, filters: { freeToday: true } }
  expect(index.findOnMap(free)).toBeUndefined()
  for (const { row, next } of shops) setNext(index, row[0], next)
  for (const asked of [query, free])
    expect(index.findOnMap(asked)?.pins).toEqual([{ id: shop.row[0], nextFree: START + 15 }])
})

test('a box across the date line, or upside down, contains nothing', async () => {
  const shops = Array.from({ length: 50 }, (_, number) => generateShop(number))
  const index = await createFilledIndex(shops)
  for (const box of [
    { north: 10, south: -40, east: -170, west: 170 },
    { north: -40, south: 10, east: -30, west: -80 },
  ])
    expect(index.findOnMap({ ...generateQuery(), box, filters: {}, chord: Infinity })).toEqual({
      total: 0,
      clusters: [],
      pins: [],
    })
})
