import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { fromDayNumber, listRuleDays, parseRecurrence, toDayNumber } from './read-recurrence.ts'

const dayOf = (date: string) => toDayNumber(Temporal.PlainDate.from(date))

function daysOf(text: string, start: string, span = { from: start, to: '2028-12-31' }) {
  const rule = parseRecurrence(text, Temporal.PlainDateTime.from(`${start}T10:00`))
  const days = listRuleDays(rule, { from: dayOf(span.from), to: dayOf(span.to) }, { days: 1e7, dates: 0 })
  return days.map((day) => fromDayNumber(day).toString())
}

/** The days of a rule by the iterator of ical.js, which finds them one after the other from the first on. */
function iterate(text: string, start: string, to: string) {
  const iterator = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromDateString(start))
  const days: string[] = []
  for (let next = iterator.next(); next && next.toString() <= to; next = iterator.next()) days.push(next.toString())
  return days
}

const weekdays = fc.uniqueArray(fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'), { minLength: 1 })
const interval = fc.integer({ min: 1, max: 5 })
const rules = fc.oneof(
  interval.map((every) => `FREQ=DAILY;INTERVAL=${every}`),
  interval.map((every) => `FREQ=WEEKLY;INTERVAL=${every}`),
  fc.tuple(interval, weekdays).map(([every, days]) => `FREQ=WEEKLY;INTERVAL=${every};BYDAY=${days.join(',')}`),
  interval.map((every) => `FREQ=MONTHLY;INTERVAL=${every}`),
  fc.integer({ min: 1, max: 31 }).map((day) => `FREQ=MONTHLY;BYMONTHDAY=${day}`),
  fc
    .tuple(fc.constantFrom(-1, 1, 2, 3, 4, 5), fc.constantFrom('MO', 'TH', 'SU'))
    .map(([nth, day]) => `FREQ=MONTHLY;BYDAY=${nth}${day}`),
)
const starts = fc.integer({ min: 0, max: 700 }).map((days) => fromDayNumber(dayOf('2024-02-20') + days).toString())

test('any usual rule has the days that ical.js finds, with and without a count', () => {
  fc.assert(
    fc.property(rules, starts, fc.option(fc.integer({ min: 1, max: 40 })), (rule, start, count) => {
      const text = count === null ? rule : `${rule};COUNT=${count}`
      expect(daysOf(text, start)).toEqual(iterate(text, start, '2028-12-31'))
    }),
    { numRuns: 300 },
  )
})

test('the days of a span are those of the whole series in it', () => {
  fc.assert(
    fc.property(rules, starts, (rule, start) => {
      const span = { from: '2026-06-01', to: '2026-08-01' }
      const whole = daysOf(rule, start).filter((day) => day >= span.from && day <= span.to)
      expect(daysOf(rule, start, span)).toEqual(whole)
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1', '2026-01-01', ['2026-01-30', '2026-02-27', '2026-03-27']],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1', '2026-01-01', ['2026-01-01', '2026-02-02', '2026-03-02']],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-01', ['2026-01-31', '2026-02-28', '2026-03-31']],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=2SA', '2026-01-10', ['2026-01-10', '2026-03-14', '2026-05-09']],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '2026-01-01', ['2026-02-13', '2026-03-13', '2026-11-13']],
  ['FREQ=YEARLY', '2024-02-29', ['2024-02-29', '2028-02-29']],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=1SU', '2026-01-01', ['2026-03-01', '2027-03-07', '2028-03-05']],
  ['FREQ=YEARLY;INTERVAL=2;BYMONTH=12;BYMONTHDAY=24', '2026-12-24', ['2026-12-24', '2028-12-24']],
  ['FREQ=DAILY;INTERVAL=2;BYDAY=MO', '2026-01-05', ['2026-01-05', '2026-01-19', '2026-02-02']],
  ['FREQ=DAILY;BYMONTH=1;BYMONTHDAY=1,2', '2026-01-01', ['2026-01-01', '2026-01-02', '2027-01-01']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU', '2026-01-04', ['2026-01-04', '2026-01-05', '2026-01-18']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=MO', '2026-01-04', ['2026-01-04', '2026-01-12', '2026-01-18']],
])('%s from %s', (rule, start, days) => expect(daysOf(rule, start).slice(0, 3)).toEqual(days))
