import type { StaffDay } from '@na-regua/contract/agendas'
import { expect, test } from 'vitest'
import { NetworkError } from '../../../lib/api-error.ts'
import { findToday } from './day-frame.tsx'

const error = new NetworkError('network')

/** A day whose barber works until `end` minutes after midnight. */
function dayUntil(end: number) {
  const workday = { timeZone: 'America/Sao_Paulo', hours: [{ start: 540, end }] }
  return { date: '2026-03-11', barbers: [workday] } as unknown as StaffDay
}

test.each([
  ['the same evening', 1080, '2026-03-12T02:59:00Z', '2026-03-11'],
  ['the next day', 1080, '2026-03-12T03:00:00Z', '2026-03-12'],
  ['in the night of a shift past midnight', 1560, '2026-03-12T04:59:00Z', '2026-03-11'],
  ['after that shift', 1560, '2026-03-12T05:00:00Z', '2026-03-12'],
  ['four days later', 1080, '2026-03-15T12:00:00Z', '2026-03-15'],
])('%s, without network, today is', (_, end, now, today) => {
  expect(findToday({ data: dayUntil(end), error }, new Date(now))).toBe(today)
})

test('with network the server says which day is today', () => {
  const data = dayUntil(1080)
  expect(findToday({ data, error: null }, new Date('2026-03-15T12:00:00Z'))).toBe('2026-03-11')
  expect(findToday({ data: undefined, error: null }, new Date())).toBeUndefined()
})
