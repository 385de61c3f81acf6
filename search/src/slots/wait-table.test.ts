import { expect, test } from 'vitest'
import { createSearchIndex, type PresentWait, type SearchQuery, type SearchRow, type UpcomingSlots } from '../search.ts'

const DAY = 1440
const MINUTE_MS = 60_000
const START = Date.parse('2026-03-11T12:00:00Z') / MINUTE_MS
const toLocalMinute = (epochMinute: number) => ({ day: Math.floor(epochMinute / DAY), minute: epochMinute % DAY })
const toEpochMinute = ({ day, minute }: { day: number; minute: number }) => DAY * day + minute
const week = [0, 1, 2, 3, 4, 5, 6].map((day) => `${day} 0 1440`).join(' ')

// A linear congruential generator with a fixed seed, so that a failure can be repeated.
let state = 20_261_123
function random() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

/** `start`: the only one that can be booked. `shownUntil`: the last minute in which the wait is known. */
type Shop = { row: SearchRow; start: number | undefined; toMin?: number; shownUntil?: number }

function generateShop(number: number): Shop {
  const id = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
  return { row: generateRow(id), start: random() < 0.3 ? undefined : START + 5 * Math.floor(random() * 60) }
}

/** Coarse values, so that many are equal in everything but the id. */
function generateRow(id: string): SearchRow {
  const [x, y, z] = [0, 0, 0].map(() => Math.round(random() * 20) / 2) as [number, number, number]
  const price = pick([null, 2000, 5000])
  const row = [id, x, y, z, 4, price, 0, 0, random() < 0.1, 0, 'UTC', week, '', '', '', 4, '30 0 corte \t100'] as const
  return [...row, ['Centro', 'Goiânia', 'GO', 'Rua 1', null], random() < 0.5]
}

const hasQueue = ({ row }: Shop) => row[18] === true

function toSlots({ start }: Shop): UpcomingSlots {
  const firstDay = DAY * Math.floor(START / DAY)
  const first = (start ?? 0) - firstDay
  const day = start === undefined ? [] : [{ first, end: first + 30, slack: 0, isSingle: true }]
  return {
    knownFrom: START - 5,
    knownUntil: firstDay + 40 * DAY,
    gridMinutes: 5,
    firstDay,
    days: [day],
    noticeMinutes: 0,
    windowDays: 7,
    durationMin: 30,
    bufferMin: 0,
    minDurationMin: 30,
  }
}

function waitOf({ toMin, shownUntil = 0, ...shop }: Shop, minute: number): number {
  return hasQueue(shop) && toMin !== undefined && minute <= shownUntil ? toMin : Number.POSITIVE_INFINITY
}

function findByBruteForce(shops: readonly Shop[], { center, chord, filters, orderBy }: SearchQuery, minute: number) {
  const keyed = shops.map((shop) => {
    const [id, x, y, z, , price, , , isFeatured] = shop.row
    const wait = waitOf(shop, minute)
    const isFree = shop.start !== undefined && shop.start >= minute
    const next = isFree ? (shop.start as number) : Number.MAX_SAFE_INTEGER
    const distance = Math.sqrt((x - center[0]) ** 2 + (y - center[1]) ** 2 + (z - center[2]) ** 2)
    const isMatch =
      distance <= chord &&
      (!filters.walkIns || hasQueue(shop)) &&
      wait <= (filters.maxWait ?? Number.POSITIVE_INFINITY) &&
      (!filters.freeToday || isFree) &&
      (filters.priceMax === undefined || (price ?? Number.POSITIVE_INFINITY) <= filters.priceMax)
    const rank = isFeatured ? 0 : 1
    const first = { distance: [], soonest: [Math.min(minute + wait, next)], nextFree: [next] }
    return { id, isMatch, key: [...first[orderBy as keyof typeof first], ...tie(orderBy, distance, rank)] }
  })
  return keyed
    .filter(({ isMatch }) => isMatch)
    .toSorted((one, other) => compare(one.key, other.key) || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id)
}

const tie = (orderBy: string, distance: number, rank: number) =>
  orderBy === 'distance' ? [distance, rank] : [rank, distance]

function compare(one: number[], other: number[]): number {
  const index = one.findIndex((value, at) => value !== other[at])
  return index < 0 ? 0 : (one[index] as number) - (other[index] as number)
}

const maybe = <T>(value: T) => (random() < 0.4 ? value : undefined)

function generateQuery(minute: number): SearchQuery {
  const limit = pick([1, 6, 50])
  return {
    center: [random() * 10, random() * 10, random() * 10],
    chord: pick([1, 3, 20]),
    filters: {
      walkIns: maybe(true),
      maxWait: maybe(pick([5, 20, 20, 60])),
      freeToday: random() < 0.2,
      priceMax: random() < 0.2 ? 2000 : undefined,
    },
    orderBy: pick(['distance', 'soonest', 'soonest', 'nextFree'] as const),
    offset: pick([0, 0, 1, 25]) * limit,
    limit,
    now: new Date(minute * MINUTE_MS - 20_000),
  }
}

type Index = ReturnType<typeof createSearchIndex>

/** Computed when the minute before began, so that queries are later than what they need. */
function setWaits(index: Index, shops: readonly Shop[], minute: number) {
  const waits: ({ id: string } & PresentWait)[] = []
  for (const shop of shops) {
    const toMin = pick([undefined, 0, 10, 20, 25, 45])
    const validFor = pick([-1, 0, 1, 2, 30])
    Object.assign(shop, { toMin, shownUntil: minute - 1 + validFor })
    const validUntil = new Date((minute - 1 + validFor) * MINUTE_MS - 1000)
    const fromMin = toMin === undefined ? null : Math.max(0, toMin - 10)
    if (fromMin !== null || random() < 0.5) waits.push({ id: shop.row[0], fromMin, toMin: toMin ?? null, validUntil })
  }
  const now = new Date((minute - 1) * MINUTE_MS)
  index.setWaits(
    shops.map(({ row: [id] }) => id),
    waits,
    now,
  )
}

function setSlots(index: Index, shop: Shop) {
  const now = new Date((START - 1) * MINUTE_MS)
  index.setSlots(shop.row[0], [{ from: now.getTime(), slots: toSlots(shop) }], now)
}

async function createFilledIndex(shops: readonly Shop[]): Promise<Index> {
  const index = createSearchIndex({ features: [], toLocalMinute, toEpochMinute })
  index.add(shops.map(({ row }) => row))
  await index.build()
  for (const shop of shops) setSlots(index, shop)
  return index
}

/** Queues are switched on and off, barbershops are moved, come and go. */
function changeShops(index: Index, shops: Shop[], round: number) {
  const changed = new Set(Array.from({ length: 15 }, () => pick(shops)))
  for (const shop of changed) shop.row = generateRow(shop.row[0])
  const removed = shops.splice(0, 10)
  const added = removed.map((_, number) => generateShop(10_000 + 100 * round + number))
  shops.push(...added)
  const current = [...changed, ...added].filter((shop) => !removed.includes(shop))
  const ids = [...removed, ...current].map(({ row: [id] }) => id)
  index.update(
    ids,
    current.map(({ row }) => row),
  )
  for (const shop of current) setSlots(index, shop)
  return current
}

test('filters and the order by waits are those of brute force while waits change and expire', async () => {
  const shops = Array.from({ length: 700 }, (_, number) => generateShop(number))
  const index = await createFilledIndex(shops)
  setWaits(index, shops, START)
  let found = 0
  for (let minute = START, round = 0; round < 60; round++) {
    for (let number = 0; number < 12; number++) {
      const query = generateQuery(minute)
      const ids = findByBruteForce(shops, query, minute)
      const page = ids.slice(query.offset, query.offset + query.limit)
      expect({ query, ...index.find(query) }).toEqual({ query, total: ids.length, ids: page })
      found += page.length
    }
    for (const shop of shops.slice(0, 40)) {
      const wait = waitOf(shop, minute)
      const shown = index.findWait(shop.row[0], new Date(minute * MINUTE_MS))
      expect(typeof shown === 'object' ? shown.toMin : Number.POSITIVE_INFINITY).toBe(wait)
    }
    if (round % 4 === 3) setWaits(index, changeShops(index, shops, round), minute)
    minute += pick([0, 1, 1, 2, 5])
    const some = new Set(Array.from({ length: 150 }, () => pick(shops)))
    setWaits(index, [...some], minute)
  }
  expect(found).toBeGreaterThan(3000)
})

test('a wait that was never loaded is not taken for none, also in remembered counts', async () => {
  const shops = Array.from({ length: 200 }, (_, number) => generateShop(number))
  const index = await createFilledIndex(shops)
  const query = { ...generateQuery(START), center: [5, 5, 5] as const, chord: 20, limit: 50, offset: 0 }
  const byWait: SearchQuery = { ...query, filters: { maxWait: 20 }, orderBy: 'distance' }
  const soonest: SearchQuery = { ...query, filters: {}, orderBy: 'soonest' }
  const walkIns: SearchQuery = { ...query, filters: { walkIns: true }, orderBy: 'distance' }
  const queues = shops.filter(hasQueue)
  expect(index.find(walkIns)?.total).toBe(queues.length)
  expect([index.find(byWait), index.find(soonest)]).toEqual([undefined, undefined])
  setWaits(index, queues.slice(1), START)
  expect([index.find(byWait), index.find(soonest)]).toEqual([undefined, undefined])
  setWaits(index, queues.slice(0, 1), START)
  expect(index.find(byWait)?.ids).toEqual(findByBruteForce(shops, byWait, START))
  expect(index.find(soonest)?.ids).toEqual(findByBruteForce(shops, soonest, START).slice(0, 50))
})

test('a queue that takes no entries differs from one without a number, as long as that holds', async () => {
  const shops = Array.from({ length: 50 }, (_, number) => generateShop(number))
  const index = await createFilledIndex(shops)
  const [closed = '', silent = ''] = shops.filter(hasQueue).map(({ row: [id] }) => id)
  const validUntil = new Date((START + 10) * MINUTE_MS)
  const none = { fromMin: null, toMin: null, validUntil }
  const find = (minutes: number) =>
    [closed, silent].map((id) => index.findWait(id, new Date((START + minutes) * MINUTE_MS)))
  expect(find(0)).toEqual([undefined, undefined])
  const waits = [
    { id: closed, ...none, isClosed: true as const },
    { id: silent, ...none },
  ]
  index.setWaits([closed, silent], waits, new Date(START * MINUTE_MS))
  expect([find(0), find(10), find(11)]).toEqual([
    ['closed', undefined],
    ['closed', undefined],
    [undefined, undefined],
  ])
  index.setWaits([closed], [{ id: closed, ...none }], new Date(START * MINUTE_MS))
  expect(find(0)).toEqual([undefined, undefined])
})

test('waits are due once a minute, none when it ends, and all of them after a gap', async () => {
  const shops = Array.from({ length: 50 }, (_, number) => generateShop(number))
  const index = await createFilledIndex(shops)
  const queues = shops.filter(hasQueue).map(({ row: [id] }) => id)
  const due = (seconds: number) => index.listWaitsToLoad(new Date(START * MINUTE_MS + 1000 * seconds), 100).toSorted()
  expect(due(0)).toEqual(queues)
  const validUntil = new Date((START + 10) * MINUTE_MS)
  const [idle = '', silent = '', ...others] = queues
  const waits = [
    ...others.map((id) => ({ id, fromMin: 5, toMin: 15, validUntil })),
    { id: idle, fromMin: 0, toMin: 0, validUntil },
    { id: silent, fromMin: null, toMin: null, validUntil },
  ]
  index.setWaits(queues, waits, new Date(START * MINUTE_MS))
  expect([due(59), due(60), due(539), due(540)]).toEqual([[], others, others, queues])
  index.expireWaits()
  expect(due(1)).toEqual(queues)
})
