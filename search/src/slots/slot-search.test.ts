import { expect, test } from 'vitest'
import { createSearchIndex, type SearchQuery, type SearchRow, type StartSpan, type UpcomingSlots } from '../search.ts'

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

type TestService = readonly [name: string, durationMin: number, bufferMin: number]
/** `barbers`: the services of each one, where they differ. */
type Shop = {
  row: SearchRow
  provided: readonly TestService[]
  barbers: readonly TestService[][] | undefined
  slots: UpcomingSlots | undefined
}

/** The name, the duration and the buffer of each service. Every barbershop has the first one. */
const services = [
  ['corte', 30, 0],
  ['barba', 20, 10],
  ['corte barba', 75, 5],
  ['cortina', 45, 0],
] as const satisfies readonly TestService[]

function generateShop(number: number, minute: number): Shop {
  const [x, y, z] = [0, 0, 0].map(() => Math.round(random() * 20) / 2) as [number, number, number]
  const id = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
  const provided = services.filter((_, index) => index === 0 || random() < 0.4)
  const barbers = random() < 0.3 ? Array.from({ length: pick([1, 2, 3]) }, () => generateTimes(provided)) : undefined
  const toLine = ([name, duration, buffer]: TestService) => `${duration} ${buffer} ${name} `
  const text = barbers
    ? barbers.flatMap((times, barber) => times.map((time) => `${toLine(time)}\t100\t${barber}`))
    : provided.map(toLine)
  const row = [
    id,
    x,
    y,
    z,
    pick([3, 4, 5]),
    2000,
    0,
    0,
    random() < 0.1,
    0,
    'UTC',
    week,
    '',
    '',
    '',
    4,
    text.join('\n'),
  ] as const
  const shop = { row, provided, barbers, slots: undefined }
  return { ...shop, slots: random() < 0.1 ? undefined : generateSlots(shop, minute) }
}

/** Some barbers take longer than others, and some do not provide a service. */
function generateTimes(provided: readonly TestService[]): TestService[] {
  return provided.flatMap(([name, duration, buffer]): TestService[] =>
    random() < 0.2 ? [] : [[name, pick([duration, duration, duration + 15, duration + 50]), buffer]],
  )
}

function generateSlots({ barbers }: Pick<Shop, 'barbers'>, minute: number): UpcomingSlots {
  const knownFrom = Math.floor(minute / 5) * 5
  const firstDay = DAY * Math.floor(minute / DAY)
  const generateDays = () =>
    Array.from({ length: 40 }, (_, day) => (random() < 0.2 ? [] : generateSpans(day === 0 ? minute - firstDay : 0)))
  const ofBarbers = barbers?.map((times) => {
    const first = times.find(([name]) => name === 'corte')
    return { days: generateDays(), first: first ? { durationMin: first[1], bufferMin: first[2] } : null }
  })
  const days = ofBarbers
    ? Array.from({ length: 40 }, (_, day) => sortSpans(ofBarbers.flatMap((barber) => barber.days[day] ?? [])))
    : generateDays()
  return {
    knownFrom,
    knownUntil: firstDay + 40 * DAY,
    firstDay,
    days,
    barbers: ofBarbers,
    gridMinutes: 15,
    noticeMinutes: pick([0, 0, 30, 600]),
    windowDays: pick([0, 7, 30]),
    durationMin: 30,
    bufferMin: 0,
    minDurationMin: 20,
  }
}

/** Some of the night, and some that overlap. */
function generateSpans(minute: number): StartSpan[] {
  const spans: StartSpan[] = []
  for (let first = 15 * Math.ceil(minute / 15) + 15 * Math.floor(random() * 30); first < DAY; ) {
    const end = first + 15 + Math.floor(random() * 300)
    spans.push({ first, end, slack: pick([0, 0, 3, 20, 900]), isSingle: random() < 0.1 })
    first += 15 * Math.floor(1 + random() * 40)
  }
  return spans
}

const sortSpans = (spans: StartSpan[]) => spans.toSorted((one, other) => one.first - other.first)
const everyStart = new WeakMap<UpcomingSlots['days'], Map<number, number[]>>()

/** Lists the starts of a service, at any time of a query. */
function listEveryStart(
  slots: Pick<UpcomingSlots, 'days' | 'firstDay'>,
  durationMin: number,
  bufferMin: number,
): number[] {
  const known = everyStart.get(slots.days) ?? new Map<number, number[]>()
  everyStart.set(slots.days, known)
  if (known.has(durationMin)) return known.get(durationMin) as number[]
  const starts = new Set<number>()
  for (const [day, spans] of slots.days.entries())
    for (const { first, end, slack, isSingle } of spans)
      for (let start = first; start < DAY && start + durationMin + Math.max(0, bufferMin - slack) <= end; start += 15)
        if (start === first || !isSingle) starts.add(slots.firstDay + day * DAY + start)
  const sorted = [...starts].sort((one, other) => one - other)
  known.set(durationMin, sorted)
  return sorted
}

function listStarts(slots: UpcomingSlots, durationMin: number, bufferMin: number, minute: number): number[] {
  const end = DAY * (Math.floor(minute / DAY) + slots.windowDays + 1)
  const starts = listEveryStart(slots, durationMin, bufferMin)
  return starts.filter((start) => start >= minute + slots.noticeMinutes && start < end)
}

const hasForm = (name: string, form: string) => name.split(' ').some((word) => word.startsWith(form))

/** The starts of each selected service, of each barber where they differ. */
function listOfShop({ provided, barbers, slots }: Shop, isSelected: (service: TestService) => boolean, minute: number) {
  const isProvided = (barbers?.flat() ?? provided).some(isSelected)
  const sources = slots ? (slots.barbers?.map(({ days }) => ({ ...slots, days })) ?? [slots]) : []
  const lists = sources.flatMap((source, barber) =>
    (barbers?.[barber] ?? provided)
      .filter(isSelected)
      .map(([, duration, buffer]) => ({ duration, starts: listStarts(source, duration, buffer, minute) })),
  )
  return { isProvided, lists }
}

function findByBruteForce(shops: readonly Shop[], { center, chord, filters, orderBy }: SearchQuery, minute: number) {
  const midnight = DAY * Math.floor(minute / DAY)
  const { freeIn, freeToday, serviceForms, ratingMin = 0 } = filters
  const distanceTo = ({ row: [, x, y, z] }: Shop) =>
    Math.sqrt((x - center[0]) ** 2 + (y - center[1]) ** 2 + (z - center[2]) ** 2)
  return shops
    .filter((shop) => distanceTo(shop) <= chord)
    .map((shop) => {
      const { row } = shop
      const distance = distanceTo(shop)
      const isFeatured = row[8]
      const [form = ''] = serviceForms ?? []
      const isSelected = ([name]: TestService) => (serviceForms ? hasForm(name, form) : name === 'corte')
      const { isProvided, lists } = listOfShop(shop, isSelected, minute)
      const isFreeToday = lists.some(({ duration, starts }) =>
        starts.some((start) => start >= midnight + 480 && start <= midnight + 1200 - duration),
      )
      const from = freeIn ? DAY * (freeIn.day ?? midnight / DAY) : 0
      const isNear = from <= midnight + 30 * DAY
      const isIn = (start: number) => !freeIn || (isNear && start >= from + freeIn.from && start < from + freeIn.until)
      const found = lists.flatMap(({ starts }) => starts).filter(isIn)
      const isFree = (!freeToday || isFreeToday) && (!freeIn || found.length > 0) && (isProvided || !serviceForms)
      const isMatch = isFree && (row[4] ?? 0) >= ratingMin
      const rank = isFeatured ? 0 : 1
      const next = Math.min(...found, Number.MAX_SAFE_INTEGER)
      return { id: row[0], isMatch, key: orderBy === 'nextFree' ? [next, rank, distance] : [distance, rank] }
    })
    .filter(({ isMatch }) => isMatch)
    .toSorted((one, other) => compare(one.key, other.key) || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id)
}

function compare(one: number[], other: number[]): number {
  const index = one.findIndex((value, at) => value !== other[at])
  return index < 0 ? 0 : (one[index] as number) - (other[index] as number)
}

/** Also on days that are over or too far ahead. */
function generateSpan(minute: number) {
  const today = Math.floor(minute / DAY)
  const day = pick([undefined, today, today + 1, today + 1, today + pick([-1, 2, 5, 7, 8, 29, 30, 31])])
  return {
    day,
    ...pick([
      { from: 0, until: DAY },
      { from: 360, until: 720 },
      { from: 725, until: 1080 },
      { from: 900, until: 960 },
      { from: 1080, until: DAY },
    ]),
  }
}

function generateQuery(minute: number): SearchQuery {
  const limit = pick([1, 6, 50])
  return {
    center: [random() * 10, random() * 10, random() * 10],
    chord: pick([1, 3, 20]),
    filters: {
      freeToday: random() < 0.4,
      ratingMin: random() < 0.4 ? pick([4, 5]) : undefined,
      serviceForms: random() < 0.5 ? [pick(['corte', 'bar', 'corti', 'nada'])] : undefined,
      freeIn: random() < 0.5 ? generateSpan(minute) : undefined,
    },
    orderBy: pick(['distance', 'nextFree'] as const),
    offset: pick([0, 0, 1, 25]) * limit,
    limit,
    now: new Date(minute * 60_000),
  }
}

test('slots are those of brute force while time passes and barbershops change', async () => {
  const shops = Array.from({ length: 700 }, (_, number) => generateShop(number, START))
  const index = createSearchIndex({ features: [], toLocalMinute, toEpochMinute })
  index.add(shops.map(({ row }) => row))
  await index.build()
  const set = ({ row, slots }: Shop, minute: number) => {
    const now = new Date(minute * 60_000)
    const versions = slots ? [{ from: now.getTime(), slots: { ...slots, knownFrom: 5 * Math.floor(minute / 5) } }] : []
    index.setSlots(row[0], versions, now)
  }
  const waiting = { ...generateQuery(START), filters: { freeToday: true }, chord: 20 }
  expect(index.find(waiting)).toBeUndefined()
  expect(index.listIdsToLoad(waiting.now, 100)).toHaveLength(100)
  for (const shop of shops) set(shop, START)
  for (let minute = START, round = 0; round < 30; round++) {
    for (let number = 0; number < 8; number++) {
      const query = generateQuery(minute)
      const ids = findByBruteForce(shops, query, minute)
      const page = ids.slice(query.offset, query.offset + query.limit)
      expect({ query, ...index.find(query) }).toEqual({ query, total: ids.length, ids: page })
    }
    minute += pick([1, 14, 200])
    for (let changed = 0; changed < 20; changed++) {
      const shop = pick(shops)
      shop.slots = random() < 0.1 ? undefined : generateSlots(shop, minute)
      set(shop, minute)
    }
  }
})

test('the end of a hold frees its slot with the first query after it', async () => {
  const toSlots = (first: number): UpcomingSlots => {
    const days = [[{ first, end: first + 45, slack: 0, isSingle: false }]]
    return { ...generateSlots({ barbers: undefined }, START), days, noticeMinutes: 0, windowDays: 30 }
  }
  const { row } = generateShop(1, START)
  const index = createSearchIndex({ features: [], toLocalMinute, toEpochMinute })
  index.add([row])
  await index.build()
  const now = START * 60_000
  const heldUntil = START * 60_000 + 90_500
  const versions = [
    { from: now, slots: toSlots(1320) },
    { from: heldUntil, slots: toSlots(735) },
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

async function createIndexOf(slots: Partial<UpcomingSlots>) {
  const { row } = generateShop(1, START)
  const days = Array.from({ length: 4 }, () => [{ first: 720, end: 780, slack: 0, isSingle: false }])
  const known = { ...generateSlots({ barbers: undefined }, START), days, noticeMinutes: 0, windowDays: 30 }
  const index = createSearchIndex({ features: [], toLocalMinute, toEpochMinute })
  index.add([row])
  await index.build()
  index.setSlots(row[0], [{ from: START * 60_000, slots: { ...known, ...slots } }], new Date(START * 60_000))
  const query = { ...generateQuery(START), center: [row[1], row[2], row[3]] as const, offset: 0 }
  return (filters: SearchQuery['filters'], minute: number) =>
    index.find({ ...query, filters, now: new Date(minute * 60_000) })?.total
}

test('who is not free today may be so after midnight, without a change', async () => {
  const midnight = DAY * (Math.floor(START / DAY) + 1)
  for (const filters of [{ freeToday: true }, { freeIn: { day: undefined, from: 0, until: DAY } }]) {
    const find = await createIndexOf({})
    expect([find(filters, midnight - 10), find(filters, midnight), find(filters, midnight + 5)]).toEqual([0, 1, 1])
  }
})

test('what is not known of a day has no result', async () => {
  const today = Math.floor(START / DAY)
  const find = await createIndexOf({ knownFrom: START + 30, knownUntil: DAY * (today + 4) })
  const inDays = (days: number) => ({ freeIn: { day: today + days, from: 840, until: 1080 } })
  expect([0, 1, 3, 4, 5].map((days) => find(inDays(days), START))).toEqual([0, 0, 0, undefined, undefined])
  // Of the half hour from now on nothing is known.
  expect(find({ freeToday: true }, START)).toBeUndefined()
  expect(find({ freeIn: { day: today, from: 0, until: DAY } }, START)).toBeUndefined()
})

test('who has no slot in the days that are known may have the next one after them', async () => {
  const shops = [generateShop(1, START), generateShop(2, START)].map((shop) => ({ ...shop, barbers: undefined }))
  const index = createSearchIndex({ features: [], toLocalMinute, toEpochMinute })
  index.add(shops.map(({ row }) => row))
  await index.build()
  const free = [{ first: 600, end: 660, slack: 0, isSingle: false }]
  const set = (number: 0 | 1, days: StartSpan[][], knownDays: number) => {
    const known = { ...generateSlots({ barbers: undefined }, START), days, windowDays: 30 }
    const slots = { ...known, knownUntil: known.firstDay + knownDays * DAY }
    index.setSlots(shops[number]?.row[0] ?? '', [{ from: START * 60_000, slots }], new Date(START * 60_000))
  }
  set(0, [[], [], free], 40)
  set(1, [], 1)
  const query = { ...generateQuery(START), chord: 100, filters: {}, orderBy: 'nextFree' as const, offset: 0, limit: 1 }
  expect(index.find(query)).toBeUndefined()
  expect(index.find({ ...query, filters: { freeToday: true } })).toEqual({ total: 0, ids: [] })
  set(1, [[], free], 40)
  expect(index.find(query)).toEqual({ total: 2, ids: [shops[1]?.row[0]] })
})
