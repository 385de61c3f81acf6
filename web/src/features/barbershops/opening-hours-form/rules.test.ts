import { expect, test } from 'vitest'
import {
  copyMonday,
  findSpecialError,
  fromSpecialDrafts,
  fromWeekDraft,
  isWeekReady,
  listDayErrors,
  newSpecial,
  toSpecialDrafts,
  toWeekDraft,
  usualWeek,
} from './rules.ts'

const span = (openTime: string, closeTime: string) => ({ key: `${openTime}-${closeTime}`, openTime, closeTime })

function weekWith(day: number, ...spans: ReturnType<typeof span>[]) {
  return usualWeek().map((usual, index) => (index === day ? { isOpen: true, spans } : usual))
}

test('a week begins with nine to six and a closed Sunday', () => {
  const hours = fromWeekDraft(usualWeek())
  expect(hours).toHaveLength(7)
  expect(hours[0]).toEqual({ dayOfWeek: 0, openTime: '09:00', closeTime: '18:00', isClosed: true })
  expect(hours[1]).toEqual({ dayOfWeek: 1, openTime: '09:00', closeTime: '18:00', isClosed: false })
  expect(isWeekReady(usualWeek())).toBe(true)
})

test('openings of a day may touch, and not overlap', () => {
  expect(isWeekReady(weekWith(2, span('09:00', '12:00'), span('12:00', '18:00')))).toBe(true)
  expect(listDayErrors(weekWith(2, span('09:00', '13:00'), span('12:00', '18:00')))[2]).toBe(
    'Os horários se sobrepõem.',
  )
  expect(listDayErrors(weekWith(2))[2]).toBe('Adicione um horário ou feche o dia.')
})

test("a night may end in the next day's morning, and not in its opening", () => {
  expect(isWeekReady(weekWith(2, span('18:00', '02:00')))).toBe(true)
  expect(listDayErrors(weekWith(2, span('18:00', '10:00')))[2]).toBe('O horário entra pelo de quarta.')
  // Saturday's night runs into a Sunday that is closed.
  expect(isWeekReady(weekWith(6, span('18:00', '10:00')))).toBe(true)
})

test('Monday is repeated on open days only', () => {
  const week = copyMonday(weekWith(1, span('08:00', '12:00'), span('13:00', '19:00')))
  expect(week.map(({ spans }) => spans.length)).toEqual([1, 2, 2, 2, 2, 2, 2])
})

test('what the server says of a week comes back to it unchanged', () => {
  const week = weekWith(3, span('09:00', '12:00'), span('14:00', '20:00'))
  const hours = fromWeekDraft(week).map((hour, index) => ({ ...hour, id: String(index) }))
  expect(fromWeekDraft(toWeekDraft(hours))).toEqual(fromWeekDraft(week))
})

test('special dates are grouped by day and come back in order', () => {
  const closed = { date: '2027-12-25', openTime: null, closeTime: null, isClosed: true, reason: 'Natal' }
  const open = { date: '2027-12-24', isClosed: false, reason: null }
  const morning = { ...open, openTime: '08:00', closeTime: '10:00' }
  const noon = { ...open, openTime: '11:00', closeTime: '13:00' }
  expect(fromSpecialDrafts(toSpecialDrafts([closed, morning, noon]))).toEqual([morning, noon, closed])
})

test('a special date is one day, once', () => {
  const day = newSpecial('2027-12-25')
  expect(findSpecialError(day, [day])).toBeUndefined()
  expect(findSpecialError(newSpecial(''), [])).toBe('Escolha o dia.')
  expect(findSpecialError(day, [day, newSpecial('2027-12-25')])).toBe('Este dia já está na lista.')
})
