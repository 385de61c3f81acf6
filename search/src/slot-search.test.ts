import { expect, test } from 'vitest'
import { createSearchIndex, type SearchQuery, type SearchRow, type UpcomingSlots } from './search.ts'

const DAY = 1440
const START = Date.parse('2026-03-11T12:00:00Z') / 60_000
const toLocalMinute = (epochMinute: number) => ({ day: Math.floor(epochMinute / DAY), minute: epochMinute % DAY })
const toEpochMinute = ({ day, minute }: { day: number; minute: number }) => DAY * day + minute

// A linear congruential generator with a fixed seed, so that a failure can be repeated.
let state = 20_260_312
function random() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

/** Open from 8:00 to 20:00 on all days. */
const week = [0, 1, 2, 3, 4, 5, 6].map((day) => `${day} 480 1200`).join(' ')

type Shop = { row: SearchRow; slots: UpcomingSlots | undefined }

function generateShop(number: number, minute: number): Shop {
  const [x, y, z] = [0, 0, 0].map(() => Math.round(random() * 20) / 2) as [number, number, number]
  const id = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
  const row = [id, x, y, z, 4, 2000, 0, 0, random() < 0.1, 0, 'UTC', week, '', '', ''] as const
  return { row: row as unknown as SearchRow, slots: random() < 0.1 ? undefined : generateSlots(minute) }
}

function generateSlots(minute: number): UpcomingSlots {
  const knownFrom = Math.floor(minute / 5) * 5
  const ranges: number[] = []
  for (let start = knownFrom + 15 * Math.floor(random() * 40); ranges.length < 20; ) {
    const last = start + 15 * Math.floor(random() * 8)
    ranges.push(start, last)
    start = last + 15 * (2 + Math.floor(random() * 60))
  }
  const noticeMinutes = pick([0, 0, 30, 600])
  return {
    knownFrom,
    knownUntil: minute + 40 * DAY,
    gridMinutes: 15,
    ranges,
    noticeMinutes,
    windowDays: pick([0, 30]),
    durationMin: 30,
  }
}

function listStarts({ ranges, noticeMinutes, windowDays }: UpcomingSlots, minute: number): number[] {
  const starts: number[] = []
  for (let index = 0; index < ranges.length; index += 2)
    for (let start = ranges[index] as number; start <= (ranges[index + 1] as number); start += 15) starts.push(start)
  const end = DAY * (Math.floor(minute / DAY) + windowDays + 1)
  return starts.filter((start) => start >= minute + noticeMinutes && start < end)
}

function findByBruteForce(shops: readonly Shop[], { center, chord, filters, orderBy }: SearchQuery, minute: number) {
  const midnight = DAY * Math.floor(minute / DAY)
  return shops
    .map(({ row, slots }) => {
      const starts = slots ? listStarts(slots, minute) : []
      const [, x, y, z, , , , , isFeatured] = row
      const distance = Math.sqrt((x - center[0]) ** 2 + (y - center[1]) ** 2 + (z - center[2]) ** 2)
      const isFree = starts.some((start) => start >= midnight + 480 && start <= midnight + 1170)
      const rank = isFeatured ? 0 : 1
      const next = starts[0] ?? Number.MAX_SAFE_INTEGER
      return { id: row[0], distance, isFree, key: orderBy === 'nextFree' ? [next, rank, distance] : [distance, rank] }
    })
    .filter(({ distance, isFree }) => distance <= chord && (!filters.freeToday || isFree))
    .toSorted((one, other) => compare(one.key, other.key) || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id)
}

function compare(one: number[], other: number[]): number {
  const index = one.findIndex((value, at) => value !== other[at])
  return index < 0 ? 0 : (one[index] as number) - (other[index] as number)
}

function generateQuery(minute: number): SearchQuery {
  const limit = pick([1, 6, 50])
  return {
    center: [random() * 10, random() * 10, random() * 10],
    chord: pick([1, 3, 20]),
    filters: random() < 0.5 ? { freeToday: true } : {},
    orderBy: pick(['distance', 'nextFree'] as const),
    offset: pick([0, 0, 1, 25]) * limit,
    limit,
    now: new Date(minute * 60_000),
  }
}

test('slots are those of brute force while time passes, bounds are refreshed and barbershops change', async () => {
  const shops = Array.from({ length: 2500 }, (_, number) => generateShop(number, START))
  const index = createSearchIndex({ features: [], toLocalMinute, toEpochMinute })
  index.add(shops.map(({ row }) => row))
  await index.build()
  const set = ({ row, slots }: Shop, minute: number) => {
    const now = new Date(minute * 60_000)
    index.setSlots(row[0], slots ? [{ from: now.getTime(), slots }] : [], now)
  }
  const waiting = { ...generateQuery(START), filters: { freeToday: true }, chord: 20 }
  expect(index.find(waiting)).toBeUndefined()
  for (const shop of shops) set(shop, START)
  for (let minute = START, round = 0; round < 40; round++) {
    for (let number = 0; number < 8; number++) {
      const query = generateQuery(minute)
      const ids = findByBruteForce(shops, query, minute)
      const page = ids.slice(query.offset, query.offset + query.limit)
      expect({ query, ...index.find(query) }).toEqual({ query, total: ids.length, ids: page })
    }
    // The refresh of the bounds runs between queries, and sometimes not at all.
    if (round % 3 > 0) await new Promise((resolve) => setImmediate(resolve))
    minute += pick([1, 14, 200])
    for (let changed = 0; changed < 20; changed++) {
      const shop = pick(shops)
      shop.slots = random() < 0.1 ? undefined : generateSlots(minute)
      set(shop, minute)
    }
  }
})

test('the end of a hold frees its slot with the first query after it', async () => {
  const [first, later] = [generateSlots(START), generateSlots(START)].map((slots) => ({
    ...slots,
    noticeMinutes: 0,
    windowDays: 30,
  }))
  const { row } = generateShop(1, START)
  const index = createSearchIndex({ features: [], toLocalMinute, toEpochMinute })
  index.add([row])
  await index.build()
  const [now, heldUntil] = [START * 60_000, START * 60_000 + 90_500]
  const versions = [
    { from: now, slots: { ...first, ranges: [START + 600, START + 600] } as UpcomingSlots },
    { from: heldUntil, slots: { ...later, ranges: [START + 15, START + 30] } as UpcomingSlots },
  ]
  index.setSlots(row[0], versions, new Date(now))
  const query = {
    ...generateQuery(START),
    center: [row[1], row[2], row[3]] as const,
    filters: { freeToday: true },
    offset: 0,
  }
  const find = (instant: number) => index.find({ ...query, now: new Date(instant) })?.total
  expect([find(heldUntil - 1), find(heldUntil)]).toEqual([0, 1])
  // What was before is no longer known.
  expect(find(heldUntil - 1)).toBeUndefined()
})
