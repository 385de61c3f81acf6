import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Interval, intersect, subtract, union } from '../../lib/intervals.ts'
import { addDays, formatMinute, localDay, toLocal } from '../../lib/local-time.ts'
import { type WeeklyIntervals, workingIntervals } from '../staff/schedule/rules.ts'
import { listReservedBlocks } from './reserve-walk-in-blocks.ts'
import { type BarberSchedule, listSlots } from './rules.ts'

const none: WeeklyIntervals = [[], [], [], [], [], [], []]
const daily = (...openings: Interval[]): WeeklyIntervals => Array.from({ length: 7 }, () => openings)
const everyDay = [0, 1, 2, 3, 4, 5, 6]
const MONDAY = '2026-11-30'

function schedule(percent: number, changes: Partial<BarberSchedule> = {}): BarberSchedule {
  return {
    barberId: 'b',
    userId: 'u',
    timeZone: 'America/Sao_Paulo',
    gridMinutes: 15,
    minimumNoticeMinutes: 0,
    bookingWindowDays: 60,
    shopHours: daily([540, 1080]),
    specialDates: new Map(),
    barberHours: undefined,
    breaks: none,
    walkInShare: { percent, weekdays: everyDay },
    ...changes,
  }
}

const zone = 'America/Sao_Paulo'
const reservedOn = (subject: BarberSchedule, date: string) =>
  intersect(listReservedBlocks(subject, localDay(date, subject.timeZone)), [[0, 1440]])
const read = (blocks: readonly Interval[]) =>
  blocks.map(([start, end]) => `${formatMinute(start)}-${formatMinute(end)}`)
const sum = (intervals: readonly Interval[]) => intervals.reduce((total, [start, end]) => total + end - start, 0)

describe('what is reserved for walk-ins', () => {
  it('is spread evenly over the working time', () => {
    expect(read(reservedOn(schedule(20), MONDAY))).toEqual(['10:15-10:45', '13:15-14:00', '16:15-16:45'])
    expect(read(reservedOn(schedule(50), MONDAY))).toEqual(['09:45-11:15', '12:45-14:15', '15:45-17:15'])
  })
  it('leaves breaks out', () => {
    expect(read(reservedOn(schedule(10, { breaks: daily([780, 840]) }), MONDAY))).toEqual([
      '12:45-13:00',
      '14:00-14:30',
    ])
  })
  it('is nothing without a share, on another day of the week, and on a day too short for a block', () => {
    expect(reservedOn(schedule(20, { walkInShare: null }), MONDAY)).toEqual([])
    expect(reservedOn(schedule(0, { walkInShare: { percent: 50, weekdays: [0, 2, 3] } }), MONDAY)).toEqual([])
    expect(reservedOn(schedule(10, { shopHours: daily([540, 600]) }), MONDAY)).toEqual([])
  })
  it('follows the special date of the barbershop', () => {
    const special = schedule(20, { specialDates: new Map([[MONDAY, [[840, 1080]]]]) })
    expect(read(reservedOn(special, MONDAY))).toEqual(['15:45-16:30'])
    expect(reservedOn(schedule(20, { specialDates: new Map([[MONDAY, []]]) }), MONDAY)).toEqual([])
  })
  it('of a night past midnight belongs to the day on which the night began', () => {
    const night = schedule(0, { shopHours: daily([1200, 1680]), walkInShare: { percent: 30, weekdays: [1] } })
    const seenFrom = (days: number) => listReservedBlocks(night, localDay(addDays(MONDAY, days), zone))
    const blocks = [
      [1260, 1305],
      [1425, 1470],
      [1575, 1635],
    ]
    expect(seenFrom(0)).toEqual(blocks)
    expect(seenFrom(1)).toEqual(blocks.map((block) => block.map((minute) => minute - 1440)))
    expect(reservedOn(night, addDays(MONDAY, 2))).toEqual([])
  })
})

describe.each([
  ['America/Sao_Paulo', '2026-12-01T00:00:00Z'],
  ['America/Manaus', '2026-12-01T01:00:00Z'],
])('at 21:00 in %s', (timeZone, instant) => {
  it('the local day of the week decides', () => {
    const now = new Date(instant)
    expect(toLocal(Math.floor(now.getTime() / 60_000), timeZone)).toEqual({ date: MONDAY, minute: 1260 })
    const shopHours = daily([540, 1440])
    const late = schedule(0, { timeZone, shopHours, walkInShare: { percent: 50, weekdays: [1] } })
    const list = (date: string) =>
      listSlots(late, date, { durationMin: 15, bufferMin: 0 }, [], now).filter((minute) => minute >= 1260)
    expect(list(MONDAY).map(formatMinute)).not.toContain('22:30')
    expect(list(MONDAY).map(formatMinute)).toContain('21:15')
    expect(list(addDays(MONDAY, 1)).length).toBe(12)
  })
})

const opening = fc
  .tuple(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 2, max: 70 }))
  .map(([start, length]): Interval => [start * 15, (start + length) * 15])
const week = fc.array(fc.array(opening, { maxLength: 2 }).map(union), { minLength: 7, maxLength: 7 })
const subjects = fc
  .record({
    percent: fc.integer({ min: 1, max: 50 }),
    gridMinutes: fc.constantFrom(5, 15),
    shopHours: week,
    barberHours: fc.option(week, { nil: undefined }),
    breaks: week,
  })
  .map(({ percent, ...changes }) => schedule(percent, changes))

describe('of any schedule', () => {
  it('the blocks are working time, and together the share', () => {
    fc.assert(
      fc.property(subjects, fc.integer({ min: 0, max: 6 }), (subject, weekday) => {
        // Only one day of the week, so that all blocks are of that one.
        const percent = subject.walkInShare?.percent ?? 0
        const day = localDay(addDays('2026-11-29', weekday), zone)
        const only = { ...subject, walkInShare: { percent, weekdays: [day.weekday] } }
        const own = listReservedBlocks(only, day)
        const all = listReservedBlocks(subject, day)
        const working = workingIntervals(subject, day)
        expect(subtract(own, working)).toEqual([])
        expect(subtract(own, all)).toEqual([])
        const others = everyDay.filter((other) => other !== day.weekday)
        const rest = listReservedBlocks({ ...subject, walkInShare: { percent, weekdays: others } }, day)
        expect(sum(all) - sum(rest)).toBe(sum(own))
      }),
    )
  })
  it('of one opening a day they are the share to half a step of the grid, each with time to book beside it', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 8, max: 56 })),
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(5, 15, 30),
        ([start, length], percent, gridMinutes) => {
          const hours: Interval = [start * 30, start * 30 + Math.min(length * 30, 1440 - start * 30)]
          const total = hours[1] - hours[0]
          const blocks = reservedOn(schedule(percent, { shopHours: daily(hours), gridMinutes }), MONDAY)
          const reserved = (total * percent) / 100
          if (reserved < 15) expect(blocks).toEqual([])
          else expect(Math.abs(sum(blocks) - reserved)).toBeLessThanOrEqual(gridMinutes / 2)
          const gaps = subtract([hours], blocks).slice(1, -1)
          for (const [from, to] of gaps) expect(to - from).toBeGreaterThanOrEqual(90 - gridMinutes)
        },
      ),
    )
  })
})
