import { expect, test } from 'vitest'
import {
  areWeeklyHoursValid,
  copyMondayHours,
  createSpecialDate,
  createWeeklyHours,
  decideHoliday,
  findDecision,
  findSpecialDateError,
  fromSpecialDateDrafts,
  fromWeeklyHoursDraft,
  listDayErrors,
  listHolidayChoices,
  toSpecialDateDrafts,
  toWeeklyHoursDraft,
} from './rules.ts'

const span = (openTime: string, closeTime: string) => ({ key: `${openTime}-${closeTime}`, openTime, closeTime })

function weekWith(day: number, ...spans: ReturnType<typeof span>[]) {
  return createWeeklyHours().map((usual, index) => (index === day ? { isOpen: true, spans } : usual))
}

test('the default is nine to six with a closed Sunday [3.5, 9.11]', () => {
  const hours = fromWeeklyHoursDraft(createWeeklyHours())
  expect(hours).toHaveLength(7)
  expect(hours[0]).toEqual({ dayOfWeek: 0, openTime: '09:00', closeTime: '18:00', isClosed: true })
  expect(hours[1]).toEqual({ dayOfWeek: 1, openTime: '09:00', closeTime: '18:00', isClosed: false })
  expect(areWeeklyHoursValid(createWeeklyHours())).toBe(true)
})

test('spans of a day may touch, but not overlap', () => {
  expect(areWeeklyHoursValid(weekWith(2, span('09:00', '12:00'), span('12:00', '18:00')))).toBe(true)
  expect(listDayErrors(weekWith(2, span('09:00', '13:00'), span('12:00', '18:00')))[2]).toBe(
    'Os horários se sobrepõem.',
  )
  expect(listDayErrors(weekWith(2))[2]).toBe('Adicione um horário ou feche o dia.')
})

test("a span may end on the next morning, but not within the next day's hours", () => {
  expect(areWeeklyHoursValid(weekWith(2, span('18:00', '02:00')))).toBe(true)
  expect(listDayErrors(weekWith(2, span('18:00', '10:00')))[2]).toBe('O horário entra pelo de quarta.')
  // Sunday is closed.
  expect(areWeeklyHoursValid(weekWith(6, span('18:00', '10:00')))).toBe(true)
})

test('Monday is copied to open days only', () => {
  const week = copyMondayHours(weekWith(1, span('08:00', '12:00'), span('13:00', '19:00')))
  expect(week.map(({ spans }) => spans.length)).toEqual([1, 2, 2, 2, 2, 2, 2])
})

test('converting weekly hours to a draft and back changes nothing', () => {
  const week = weekWith(3, span('09:00', '12:00'), span('14:00', '20:00'))
  const hours = fromWeeklyHoursDraft(week).map((hour, index) => ({ ...hour, id: String(index) }))
  expect(fromWeeklyHoursDraft(toWeeklyHoursDraft(hours))).toEqual(fromWeeklyHoursDraft(week))
})

test('special dates are grouped by day and sorted', () => {
  const closed = { date: '2027-12-25', openTime: null, closeTime: null, isClosed: true, reason: 'Natal' }
  const open = { date: '2027-12-24', isClosed: false, reason: null }
  const morning = { ...open, openTime: '08:00', closeTime: '10:00' }
  const noon = { ...open, openTime: '11:00', closeTime: '13:00' }
  expect(fromSpecialDateDrafts(toSpecialDateDrafts([closed, morning, noon]))).toEqual([morning, noon, closed])
})

test('a special date needs a day that is not in the list yet', () => {
  const day = createSpecialDate('2027-12-25')
  expect(findSpecialDateError(day, [day])).toBeUndefined()
  expect(findSpecialDateError(createSpecialDate(''), [])).toBe('Escolha o dia.')
  expect(findSpecialDateError(day, [day, createSpecialDate('2027-12-25')])).toBe('Este dia já está na lista.')
})

test('holidays are offered on weekdays that are open, for a year, with those of the state', () => {
  const days = createWeeklyHours()
  const holidays = listHolidayChoices({ state: 'GO', today: '2026-10-13', days })
  const names = holidays.map(({ date, name }) => `${date} ${name}`)
  expect(names.slice(0, 3)).toEqual([
    '2026-10-24 Pedra Fundamental de Goiânia',
    '2026-11-02 Finados',
    // 15 November 2026 is a Sunday, on which the barbershop is closed anyway.
    '2026-11-20 Dia da Consciência Negra',
  ])
  expect(names.at(-1)).toBe('2027-10-12 Nossa Senhora Aparecida')
  expect(listHolidayChoices({ state: '', today: '2026-10-13', days })[0]?.name).toBe('Finados')
  const never = days.map((day) => ({ ...day, isOpen: false }))
  expect(listHolidayChoices({ state: 'GO', today: '2026-10-13', days: never })).toEqual([])
})

test('a holiday changes nothing until the owner closes it or opens it, and the decision can be taken back', () => {
  const days = weekWith(5, span('08:00', '12:00'), span('13:00', '19:00'))
  const natal = { date: '2026-12-25', name: 'Natal', kind: 'national' } as const
  const other = { ...createSpecialDate('2026-12-31'), reason: 'Reforma' }
  expect(findDecision([other], natal)).toBeUndefined()
  const closed = decideHoliday([other], natal, { decision: 'closed', days })
  expect(findDecision(closed, natal)).toBe('closed')
  const row = { date: '2026-12-25', openTime: null, closeTime: null, isClosed: true, reason: 'Natal' }
  expect(fromSpecialDateDrafts(closed)).toEqual([row, expect.objectContaining({ reason: 'Reforma' })])
  const open = decideHoliday(closed, natal, { decision: 'open', days })
  expect(fromSpecialDateDrafts(open).slice(0, 2)).toMatchObject([
    { date: '2026-12-25', openTime: '08:00', closeTime: '12:00', reason: 'Natal' },
    { date: '2026-12-25', openTime: '13:00', closeTime: '19:00', reason: 'Natal' },
  ])
  expect(open.every((date) => findSpecialDateError(date, open) === undefined)).toBe(true)
  expect(decideHoliday(open, natal, { decision: undefined, days })).toEqual([other])
})
