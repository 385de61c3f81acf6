import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Interval, union } from '../../lib/intervals.ts'
import { addDays, formatMinute, fromEpochMinute, localDay } from '../../lib/local-time.ts'
import type { WeeklyIntervals } from '../staff/schedule/rules.ts'
import { type BarberSchedule, isBookable, isClosedOn, listSlots } from './rules.ts'

const zones = ['America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco', 'America/Noronha'] as const
const none: WeeklyIntervals = [[], [], [], [], [], [], []]
const daily = (...openings: Interval[]): WeeklyIntervals => Array.from({ length: 7 }, () => openings)

function schedule(changes: Partial<BarberSchedule> = {}): BarberSchedule {
  return {
    barberId: 'b',
    userId: 'u',
    timeZone: 'America/Sao_Paulo',
    gridMinutes: 15,
    minimumNoticeMinutes: 0,
    bookingWindowDays: 60,
    shopHours: daily([540, 1080]),
    barberHours: undefined,
    specialDates: new Map(),
    breaks: none,
    walkInShare: null,
    ...changes,
  }
}

const lasting = (durationMin: number, bufferMin = 0) => ({ durationMin, bufferMin })
const early = new Date('2026-11-23T03:00:00Z')
const hours = (slots: number[]) => slots.map(formatMinute)
const busyAt = (date: string, start: number, end: number): Interval[] => {
  const day = localDay(date, 'America/Sao_Paulo')
  return [[day.toEpoch(start), day.toEpoch(end)]]
}

describe('slots of a day', () => {
  it('are on the grid and end at closing', () => {
    const slots = hours(listSlots(schedule(), '2026-11-23', lasting(50), [], early))
    expect([slots[0], slots.at(-1), slots.length]).toEqual(['09:00', '17:00', 33])
  })
  it('exclude breaks, appointments and gaps that are too short', () => {
    const breaks: WeeklyIntervals = daily([720, 780])
    const slots = hours(
      listSlots(schedule({ breaks }), '2026-11-23', lasting(60), busyAt('2026-11-23', 600, 660), early),
    )
    expect(slots.filter((slot) => slot < '14:00')).toEqual(['09:00', '11:00', '13:00', '13:15', '13:30', '13:45'])
  })
  it('keep the buffer free before the next appointment, but not before a break or closing', () => {
    const required = lasting(30, 20)
    const slots = hours(
      listSlots(schedule({ breaks: daily([840, 900]) }), '2026-11-23', required, busyAt('2026-11-23', 600, 660), early),
    )
    expect(slots.slice(0, 3)).toEqual(['09:00', '11:00', '11:15'])
    expect(slots.filter((slot) => slot > '13:00' && slot < '15:15')).toEqual(['13:15', '13:30', '15:00'])
    expect(slots.at(-1)).toBe('17:30')
  })
  it('allow appointments back to back', () => {
    const slots = hours(listSlots(schedule(), '2026-11-23', lasting(30), busyAt('2026-11-23', 600, 630), early))
    expect(slots.slice(0, 5)).toEqual(['09:00', '09:15', '09:30', '10:30', '10:45'])
  })
  it('start after the minimum notice, counted from now', () => {
    const now = new Date('2026-11-23T15:05:10Z')
    expect(hours(listSlots(schedule({ minimumNoticeMinutes: 30 }), '2026-11-23', lasting(30), [], now))[0]).toBe(
      '12:45',
    )
  })
  it('continue past midnight and belong to the date on which they fall', () => {
    const night = schedule({ shopHours: daily([1200, 1560]) })
    expect(hours(listSlots(night, '2026-11-24', lasting(30), [], early)).slice(0, 8)).toEqual([
      '00:00',
      '00:15',
      '00:30',
      '00:45',
      '01:00',
      '01:15',
      '01:30',
      '20:00',
    ])
    expect(hours(listSlots(night, '2026-11-24', lasting(60), [], early)).at(-1)).toBe('23:45')
  })
  it('are within the barber’s hours and the barbershop’s', () => {
    const barberHours: WeeklyIntervals = [[], [[480, 600]], [], [], [], [], []]
    expect(hours(listSlots(schedule({ barberHours }), '2026-11-23', lasting(30), [], early))).toEqual([
      '09:00',
      '09:15',
      '09:30',
    ])
    expect(isClosedOn(schedule({ barberHours }), '2026-11-24')).toBe(true)
  })
  it('use the local date at 20:59 and 21:00 in São Paulo', () => {
    const late = schedule({ shopHours: daily([540, 1410]) })
    for (const now of ['2026-11-30T23:59:00Z', '2026-12-01T00:00:00Z']) {
      expect(hours(listSlots(late, '2026-11-30', lasting(30), [], new Date(now)))[0]).toBe('21:00')
      expect(listSlots(late, '2026-11-29', lasting(30), [], new Date(now))).toEqual([])
    }
    expect(hours(listSlots(late, '2026-11-30', lasting(30), [], new Date('2026-12-01T02:59:00Z')))).toEqual([])
  })
  it('end with the booking window', () => {
    const near = schedule({ bookingWindowDays: 7 })
    expect(listSlots(near, '2026-11-30', lasting(30), [], early).length).toBeGreaterThan(0)
    expect(listSlots(near, '2026-12-01', lasting(30), [], early)).toEqual([])
  })
  it('exclude the hour that daylight saving time skips, and list no minute twice', () => {
    const allDay = schedule({ shopHours: daily([0, 1440]), bookingWindowDays: 365 })
    const spring = listSlots(allDay, '2018-11-04', lasting(30), [], new Date('2018-11-01T12:00:00Z'))
    expect(formatMinute(spring[0] as number)).toBe('01:00')
    const autumn = listSlots(allDay, '2019-02-16', lasting(30), [], new Date('2019-02-14T12:00:00Z'))
    expect(new Set(autumn).size).toBe(autumn.length)
    expect(
      isBookable(allDay, new Date('2019-02-17T02:30:00Z'), lasting(30), [], new Date('2019-02-14T12:00:00Z')),
    ).toBe(false)
  })
})

const opening = fc
  .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 96 }))
  .map(([start, length]): Interval => [start * 15, (start + length) * 15])
const week = fc.array(fc.array(opening, { maxLength: 2 }).map(union), { minLength: 7, maxLength: 7 })
const scheduleArbitrary = fc.record({
  timeZone: fc.constantFrom(...zones),
  gridMinutes: fc.constantFrom(5, 10, 15, 20, 30, 60),
  minimumNoticeMinutes: fc.integer({ min: 0, max: 300 }),
  shopHours: week,
  barberHours: fc.option(week, { nil: undefined }),
  breaks: week,
  walkInShare: fc.option(
    fc.record({ percent: fc.integer({ min: 1, max: 50 }), weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 })) }),
    { nil: null },
  ),
  specialDates: fc
    .array(fc.tuple(fc.integer({ min: 0, max: 130 }), fc.array(opening, { maxLength: 2 }).map(union)), {
      maxLength: 60,
    })
    .map((days) => new Map(days.map(([day, openings]) => [addDays('2018-10-24', day), openings]))),
})
const nows = fc.date({
  min: new Date('2018-10-25T00:00:00Z'),
  max: new Date('2019-03-01T00:00:00Z'),
  noInvalidDate: true,
})

describe('a time is bookable if and only if it is listed', () => {
  it('for every minute of any day, also around daylight saving time changes', () => {
    fc.assert(
      fc.property(
        scheduleArbitrary,
        nows,
        fc.integer({ min: 0, max: 3 }),
        fc.record({ durationMin: fc.integer({ min: 5, max: 180 }), bufferMin: fc.constantFrom(0, 0, 5, 30, 120) }),
        fc.array(fc.tuple(fc.integer({ min: -600, max: 5000 }), fc.integer({ min: 1, max: 200 }))),
        (changes, now, ahead, required, rawBusy) => {
          const subject = schedule(changes)
          const date = Temporal.PlainDate.from(now.toISOString().slice(0, 10)).add({ days: ahead }).toString()
          const day = localDay(date, subject.timeZone)
          const busy = union(
            rawBusy.map(([start, length]) => [day.toEpoch(0) + start, day.toEpoch(0) + start + length]),
          )
          const listed = new Set(listSlots(subject, date, required, busy, now).map((minute) => day.toEpoch(minute)))
          const from = day.toEpoch(0)
          const to = day.toEpoch(1440)
          for (let minute = from; minute < to; minute += 5) {
            expect(isBookable(subject, fromEpochMinute(minute), required, busy, now)).toBe(listed.has(minute))
          }
          for (const start of listed) {
            const end = start + required.durationMin + required.bufferMin
            expect(busy.some(([busyStart, busyEnd]) => busyStart < end && start < busyEnd)).toBe(false)
            expect(start * 60_000).toBeGreaterThanOrEqual(now.getTime() + subject.minimumNoticeMinutes * 60_000)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
