import { expect, test } from 'vitest'
import { describeResult, resultTitles } from './booked-notice.tsx'

test('the result says whether it is confirmed, or until when it is, in the time zone of the barbershop', () => {
  const requested = {
    status: 'SCHEDULED',
    confirmBy: '2026-11-23T18:00:00.000Z',
    timeZone: 'America/Manaus',
    barber: { name: 'André' },
  } as const
  const dayBefore = new Date('2026-11-22T20:00:00Z')
  expect(describeResult(requested, dayBefore)).toBe('A confirmar até amanhã, 14h.')
  expect(
    describeResult({ ...requested, confirmBy: '2026-11-23T18:15:00.000Z' }, new Date('2026-11-23T12:00:00Z')),
  ).toBe('A confirmar até 14h15.')
  expect(resultTitles.SCHEDULED).toBe('Horário reservado.')
  expect(resultTitles.CONFIRMED).toBe('Horário confirmado.')
  expect(describeResult({ ...requested, status: 'CONFIRMED', confirmBy: null }, dayBefore)).toBe('André espera você.')
  expect(describeResult({ ...requested, status: 'CANCELLED', confirmBy: null }, dayBefore)).toBeUndefined()
})
