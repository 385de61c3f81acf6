import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { type BarberSchedule, listSlots } from '../src/features/availability/rules.ts'
import { computeOpening, toBarbershopTime } from '../src/features/barbershops/rules.ts'
import type { Interval } from '../src/lib/intervals.ts'
import { addDays, localDay, toLocal } from '../src/lib/local-time.ts'
import { createHarness } from '../test/harness.ts'

/** R7: every time zone of Brazil, 2008–2030: our rules, Intl and PostgreSQL must compute the same local time. */
const zones = [
  ...['Sao_Paulo', 'Campo_Grande', 'Cuiaba', 'Manaus', 'Porto_Velho', 'Boa_Vista', 'Rio_Branco', 'Eirunepe'],
  ...['Belem', 'Santarem', 'Araguaina', 'Fortaleza', 'Recife', 'Maceio', 'Bahia', 'Noronha'],
].map((name) => `America/${name}`)
const FIRST = Date.UTC(2008, 0, 1) / 60_000
const LAST = Date.UTC(2031, 0, 1) / 60_000
/** Minutes between two samples: prime, so that all minutes of an hour and of a day occur. */
const STEP = 137
const DAY = 1440

const world = await createHarness()
const counted = { instants: 0, localTimes: 0, slots: 0 }
afterAll(async () => {
  console.info(
    'time:',
    counted,
    'cases',
    Object.values(counted).reduce((sum, count) => sum + count),
  )
  await world.close()
})

/** Local time by Intl alone, in minutes since 1970 as if the time zone were UTC. */
function createIntlReader(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (epochMinute: number) => Date.parse(`${format.format(epochMinute * 60_000).replace(' ', 'T')}Z`) / 60_000
}

const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / 60_000
const localTimeOf = ({ date, minute }: { date: string; minute: number }) => dayNumber(date) + minute

/** The minutes at which the offset changes, found by bisection. */
function listOffsetChanges(timeZone: string): number[] {
  const read = createIntlReader(timeZone)
  const offset = (minute: number) => read(minute) - minute
  const found: number[] = []
  for (let from = FIRST; from < LAST; from += 7 * DAY) {
    let low = from
    let high = Math.min(from + 7 * DAY, LAST)
    if (offset(low) === offset(high)) continue
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offset(middle) === offset(low)) low = middle
      else high = middle
    }
    found.push(high)
  }
  return found
}

/** Instants at regular intervals, and every minute around an offset change. */
function listInstants(timeZone: string): number[] {
  const even = Array.from({ length: Math.floor((LAST - FIRST) / STEP) }, (_, index) => FIRST + index * STEP)
  const near = listOffsetChanges(timeZone).flatMap((change) =>
    Array.from({ length: 600 }, (_, index) => change - 300 + index),
  )
  return [...even, ...near]
}

describe.each(zones)('%s', (timeZone) => {
  test('an instant reads the same in local time', async () => {
    const instants = listInstants(timeZone)
    const { rows } = await sql<{ localTimes: number[]; weekdays: number[] }>`
      select array_agg(extract(epoch from local_time)::bigint / 60 order by position)::int[] as "localTimes",
             array_agg(extract(dow from local_time)::int order by position) as weekdays
        from unnest(${instants}::bigint[]) with ordinality as instant(minute, position),
             lateral (select to_timestamp(minute * 60) at time zone ${timeZone} as local_time) as local`.execute(
      world.db,
    )
    const [{ localTimes, weekdays }] = rows as [(typeof rows)[number]]
    const read = createIntlReader(timeZone)
    for (const [index, minute] of instants.entries()) {
      const ours = toLocal(minute, timeZone)
      if (localTimeOf(ours) === localTimes[index] && localTimeOf(ours) === read(minute)) continue
      expect([localTimeOf(ours), read(minute)], new Date(minute * 60_000).toISOString()).toEqual([
        localTimes[index],
        localTimes[index],
      ])
    }
    const wrong = instants.filter((minute, index) => {
      const localTime = toBarbershopTime(new Date(minute * 60_000), timeZone)
      // Open all day on one weekday only: open exactly when PostgreSQL returns that weekday.
      const weekday = weekdays[index] as number
      return localTime.weekday !== weekday || !computeOpening([[weekday, 0, DAY]], localTime).isOpen
    })
    expect(wrong).toEqual([])
    counted.instants += instants.length
  })

  test('a local time is the same instant: the first of two, and in a gap as far after it', async () => {
    const minutes = [0, 15, 30, 60, 90, 119, 720, 1320, 1380, 1410, 1439]
    const { rows } = await sql<{ epochs: number[] }>`
      select array_agg(extract(epoch from (day + make_interval(mins => minute)) at time zone ${timeZone})::bigint / 60
                       order by day, minute)::int[] as epochs
        from generate_series('2008-01-02'::timestamp, '2030-12-30'::timestamp, '1 day') as day,
             unnest(${minutes}::int[]) as minute`.execute(world.db)
    const read = createIntlReader(timeZone)
    let at = 0
    const compare = (date: string, minute: number, database: number) => {
      const day = localDay(date, timeZone)
      const ours = day.toEpoch(minute)
      const localTime = dayNumber(date) + minute
      // PostgreSQL resolves an ambiguous time to the second instant, as documented.
      const isTwice = read(database) === localTime && read(database - 60) === localTime
      const expected = isTwice ? database - 60 : database
      if (ours !== expected) expect(ours, `${date} ${minute}`).toBe(expected)
      if (day.hasMinute(minute) !== (read(ours) === localTime)) expect.fail(`${date} ${minute}: exists or not`)
    }
    for (let date = '2008-01-02'; date <= '2030-12-30'; date = addDays(date, 1))
      for (const minute of minutes) compare(date, minute, rows[0]?.epochs[at++] as number)
    expect(at).toBe(rows[0]?.epochs.length)
    counted.localTimes += at
  })

  test('the listed slots are the local times within the hours, each once', () => {
    const read = createIntlReader(timeZone)
    const dates = listOffsetChanges(timeZone).flatMap((change) =>
      [-1, 0, 1].map((days) => toLocal(change + days * DAY, timeZone).date),
    )
    const days = [...dates, ...Array.from({ length: 23 * 24 }, (_, index) => addDays('2008-01-05', index * 15))]
    for (const hours of [
      [540, 1080],
      [1320, 1560],
      [0, 1440],
      [60, 600],
    ] as Interval[]) {
      for (const date of days) {
        const expected = slotsByIntl(read, date, hours)
        const listed = listSlots(everyDay(timeZone, hours), date, need, [], new Date('2007-12-01'))
        if (String(listed) !== String(expected)) expect(listed, `${date} ${hours}`).toEqual(expected)
        counted.slots += listed.length
      }
    }
  })
})

const need = { durationMin: 30, bufferMin: 0 }
const bare = {
  barberId: '',
  userId: '',
  gridMinutes: 15,
  minimumNoticeMinutes: 0,
  bookingWindowDays: 20_000,
  walkInShare: null,
}

function everyDay(timeZone: string, hours: Interval): BarberSchedule {
  const shopHours = Array.from({ length: 7 }, () => [hours])
  return { ...bare, timeZone, shopHours, specialDates: new Map(), barberHours: undefined, breaks: [] }
}

/** The expected slots of a day, computed from the Intl local times of the instants around it. */
function slotsByIntl(read: (minute: number) => number, date: string, [opens, closes]: Interval): number[] {
  const midnight = dayNumber(date)
  const instants = Array.from({ length: (4 * DAY) / 15 }, (_, index) => midnight - DAY + index * 15)
  const localTimes = instants.map(read)
  const first = (localTime: number) => instants[localTimes.findIndex((shown) => shown >= localTime)] as number
  const openings =
    closes - opens === DAY ? [[-DAY, 2 * DAY]] : [-1, 0].map((day) => [opens + day * DAY, closes + day * DAY])
  const ranges = openings.map(([from = 0, to = 0]) => [first(midnight + from), first(midnight + to)] as const)
  return Array.from({ length: DAY / 15 }, (_, index) => index * 15).filter((minute) => {
    const at = instants[localTimes.indexOf(midnight + minute)]
    return at !== undefined && ranges.some(([from, to]) => from <= at && at + need.durationMin <= to)
  })
}
