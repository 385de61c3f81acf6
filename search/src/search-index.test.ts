import { expect, test } from 'vitest'
import { createSearchIndex, type SearchFilters, type SearchQuery, type SearchRow } from './search.ts'

/** Wednesday 2026-03-11, 12:00 UTC. */
const now = new Date('2026-03-11T12:00:00Z')
const featureNames = ['Wi-Fi', 'Estacionamento', 'Bar']
const features = featureNames.map((name, index) => [index + 1, name] as const)
const alwaysOpen = [0, 1, 2, 3, 4, 5, 6].map((day) => `${day} 0 1440`).join(' ')
/** Open now, later today, after a night that began on Tuesday, never. */
const weeks = [alwaysOpen, '3 900 1080', '2 1200 2220', ''] as const

// A linear congruential generator with a fixed seed, so that a failure can be repeated.
let state = 20_260_311
function random() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

function generateRow(number: number): SearchRow {
  const id = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-${Math.floor(random() * 1e9)
    .toString(16)
    .padStart(12, '0')}`
  // Coarse values, so that many barbershops are equal in everything but the id.
  const [x, y, z] = [0, 0, 0].map(() => Math.round(random() * 20) / 2) as [number, number, number]
  const rating = pick([null, 3, 4, 4.5])
  const price = pick([null, 2000, 3000, 5000])
  const closedToday = `${Date.parse('2026-03-11') / 86_400_000} -1 -1`
  const specialDates = random() < 0.1 ? closedToday : ''
  const completed = Math.floor(random() * 4)
  const reviews = Math.floor(random() * 3)
  const flags = Math.floor(random() * 8) << 1
  return [
    id,
    x,
    y,
    z,
    rating,
    price,
    completed,
    reviews,
    random() < 0.1,
    flags,
    'UTC',
    pick(weeks),
    specialDates,
    '',
    '',
    rating === null ? null : pick([3.5, 4, 4.2]),
    '',
    ['', '', '', '', null],
    false,
    false,
    random() < 0.2,
  ]
}

function isOpen(week: string, specialDates: string, { openNow, opensToday }: SearchFilters): boolean {
  if (!openNow && !opensToday) return true
  const isOpenNow = week === alwaysOpen ? specialDates === '' : week === weeks[2]
  return isOpenNow || (!openNow && week === weeks[1] && specialDates === '')
}

function isMatch(row: SearchRow, { filters }: SearchQuery): boolean {
  const [, , , , rating, price, , , isFeatured, flags, , week, specialDates] = row
  if (filters.ratingMin && (rating ?? 0) < filters.ratingMin) return false
  if (filters.priceMin !== undefined && (price === null || price < filters.priceMin)) return false
  if (filters.priceMax !== undefined && (price === null || price > filters.priceMax)) return false
  if (filters.featured && !isFeatured) return false
  if (!(filters.features ?? []).every((name) => flags & (1 << (featureNames.indexOf(name) + 1)))) return false
  return isOpen(week, specialDates, filters)
}

const storedOrders = ['distance', 'rating', 'price', 'popularity'] as const
type StoredOrder = (typeof storedOrders)[number]

const sortKeys: Record<StoredOrder, (row: SearchRow) => number[]> = {
  distance: () => [],
  rating: (row) => [row[15] === null ? 1 : -row[15]],
  price: ([, , , , , price]) => [price ?? Number.POSITIVE_INFINITY],
  popularity: ([, , , , , , completed, reviews]) => [-completed, -reviews],
}

function findByBruteForce(rows: readonly SearchRow[], query: SearchQuery): string[] {
  const [x, y, z] = query.center
  return rows
    .map((row) => ({ row, chord: Math.sqrt((row[1] - x) ** 2 + (row[2] - y) ** 2 + (row[3] - z) ** 2) }))
    .filter(({ row, chord }) => chord <= query.chord && isMatch(row, query))
    .map(({ row, chord }) => {
      const key = sortKeys[query.orderBy as StoredOrder](row)
      const rank = row[8] || row[20] ? 0 : 1
      return { id: row[0], key: query.orderBy === 'distance' ? [chord, rank] : [...key, rank, chord] }
    })
    .toSorted((a, b) => compare(a.key, b.key) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
}

function compare(a: number[], b: number[]): number {
  const index = a.findIndex((value, at) => value !== b[at])
  return index < 0 ? 0 : Math.sign((a[index] as number) - (b[index] as number))
}

function generateQuery(): SearchQuery {
  const maybe = <T>(value: T) => (random() < 0.25 ? value : undefined)
  const limit = pick([1, 6, 50])
  return {
    center: [random() * 10, random() * 10, random() * 10],
    chord: pick([0.5, 2, 4, 20]),
    filters: {
      ratingMin: maybe(pick([3, 4])),
      priceMin: maybe(3000),
      priceMax: maybe(3000),
      features: maybe(pick([['Bar'], ['Wi-Fi', 'Estacionamento']])),
      featured: maybe(true),
      openNow: maybe(true),
      opensToday: maybe(true),
    },
    orderBy: pick(storedOrders),
    offset: pick([0, 0, 1, 2, 25]) * limit,
    limit,
    now,
  }
}

const toLocalMinute = (epochMinute: number) => ({ day: Math.floor(epochMinute / 1440), minute: epochMinute % 1440 })
const toEpochMinute = ({ day, minute }: { day: number; minute: number }) => 1440 * day + minute

async function createFilledIndex(rows: readonly SearchRow[]) {
  const index = createSearchIndex({ features, toLocalMinute, toEpochMinute })
  index.add(rows)
  await index.build()
  return index
}

function expectAgreement(
  index: ReturnType<typeof createSearchIndex>,
  rows: readonly SearchRow[],
  queries: number,
  changes: Partial<SearchQuery> = {},
) {
  let found = 0
  for (let number = 0; number < queries; number++) {
    const query = { ...generateQuery(), ...changes }
    const ids = findByBruteForce(rows, query)
    const { offset, limit } = query
    expect({ query, ...index.find(query) }).toEqual({
      query,
      total: ids.length,
      ids: ids.slice(offset, offset + limit),
    })
    found += ids.length
  }
  expect(found).toBeGreaterThan(queries * 10)
}

test('ids, order and total are those of brute force', async () => {
  const rows = Array.from({ length: 5000 }, (_, number) => generateRow(number))
  expectAgreement(await createFilledIndex(rows), rows, 300)
})

test('and so they are after insertions, moves, other changes and removals', async () => {
  const rows = new Map(Array.from({ length: 1500 }, (_, number) => generateRow(number)).map((row) => [row[0], row]))
  const index = await createFilledIndex([...rows.values()])
  for (let round = 0; round < 15; round++) {
    const known = [...rows.keys()]
    const removed = Array.from({ length: 20 }, () => pick(known))
    const changed = Array.from({ length: 60 }, () => [pick(known), ...generateRow(0).slice(1)] as unknown as SearchRow)
    const inserted = Array.from({ length: 40 }, (_, number) => generateRow(10_000 + 100 * round + number))
    const current = [...changed, ...inserted].filter(([id]) => !removed.includes(id))
    for (const row of current) rows.set(row[0], row)
    for (const id of removed) rows.delete(id)
    const ids = new Set([...removed, ...current.map(([id]) => id)])
    index.update(
      [...ids],
      [...ids].map((id) => rows.get(id)).filter((row) => row !== undefined),
    )
    expect(index.size).toBe(rows.size)
    expectAgreement(index, [...rows.values()], 30)
  }
})

test('what is remembered of a filter and an order follows each change', async () => {
  const rows = new Map(Array.from({ length: 3000 }, (_, number) => generateRow(number)).map((row) => [row[0], row]))
  const index = await createFilledIndex([...rows.values()])
  for (const orderBy of ['price', 'rating', 'price'] as const)
    for (let round = 0; round < 20; round++) {
      expectAgreement(index, [...rows.values()], 8, { filters: { openNow: true }, orderBy, chord: 4, offset: 0 })
      const changed = Array.from({ length: 8 }, () => {
        const row = rows.get(pick([...rows.keys()])) as SearchRow
        // Its place stays: only summaries of the nodes above it change.
        return [...row.slice(0, 4), ...generateRow(0).slice(4)] as unknown as SearchRow
      })
      for (const row of changed) rows.set(row[0], row)
      index.update(
        changed.map(([id]) => id),
        changed.map(([id]) => rows.get(id) as SearchRow),
      )
    }
})

test('an index without a bit for each feature leaves filters by feature to the database', async () => {
  const index = createSearchIndex({ features: [[31, 'Piscina']], toLocalMinute, toEpochMinute })
  await index.build()
  const query: SearchQuery = { ...generateQuery(), filters: { features: ['Piscina'] } }
  expect(index.find(query)).toBeUndefined()
  expect(index.find({ ...query, filters: {} })).toEqual({ total: 0, ids: [] })
})
