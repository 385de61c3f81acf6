import { describe, expect, test } from 'vitest'
import { describeNewConfirmation, describeOtherTerms, findRescheduleObstacle } from './rules.ts'

const barbershop = { id: 'shop', name: 'Navalha de Ouro', address: '', cancelNoticeMin: 120 }
const appointment = { changeableUntil: '2026-11-21T15:00:00.000Z', barbershop }
const before = new Date('2026-11-21T15:00:00Z')
const after = new Date('2026-11-21T15:00:01Z')

test.each(['SCHEDULED', 'CONFIRMED'] as const)(
  '%s can be rescheduled until the notice period of the barbershop',
  (status) => {
    expect(findRescheduleObstacle({ ...appointment, status }, before)).toBeUndefined()
    expect(findRescheduleObstacle({ ...appointment, status }, after)?.title).toBe('Não dá mais para remarcar por aqui.')
  },
)

test.each(['COMPLETED', 'CANCELLED', 'NO_SHOW'] as const)('%s can no longer be rescheduled', (status) => {
  expect(findRescheduleObstacle({ ...appointment, status }, before)?.title).toMatch(/^Este agendamento (já|foi)/)
})

test('another barber says what changes', () => {
  const agreed = { priceCents: 5000, durationMin: 30 }
  const describeWith = (priceCents: number, durationMin: number) =>
    describeOtherTerms({ priceCents, durationMin }, agreed).replaceAll('\u00a0', ' ')
  expect(describeWith(6000, 45)).toBe('R$ 60,00 em vez de R$ 50,00, 45 min em vez de 30')
  expect(describeWith(6000, 30)).toBe('R$ 60,00 em vez de R$ 50,00, 30 min')
  expect(describeWith(5000, 30)).toBe('Mesmo preço, 30 min')
})

describe('another time says what becomes of the confirmation', () => {
  const now = new Date('2026-03-12T15:00:00Z')
  const barbershop = { id: 'shop', name: 'Navalha de Ouro', address: 'Rua 9', phone: null, cancelNoticeMin: 0 }
  const describeIn = (minutes: number | undefined, status: 'SCHEDULED' | 'CONFIRMED', isAlways = false) =>
    describeNewConfirmation(
      {
        appointment: { status, timeZone: 'America/Sao_Paulo', barbershop },
        automaticConfirmation: { isAlways, withinMin: 120 },
        start: minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000),
      },
      now,
    )

  test.each([
    [undefined, 'SCHEDULED', 'A Navalha de Ouro precisa confirmar o novo horário.'],
    [
      undefined,
      'CONFIRMED',
      'A Navalha de Ouro precisa confirmar o novo horário. O de agora, já confirmado, é liberado.',
    ],
    [119, 'CONFIRMED', 'O novo horário já fica confirmado.'],
    [120, 'SCHEDULED', 'O novo horário fica a confirmar até 13h.'],
    [300, 'CONFIRMED', 'O novo horário fica a confirmar até 15h. O de agora, já confirmado, é liberado.'],
    [5000, 'SCHEDULED', 'O novo horário fica a confirmar até amanhã, 12h.'],
  ] as const)('in %s minutes, %s: %s', (minutes, status, text) => {
    expect(describeIn(minutes, status)).toBe(text)
  })

  test('where every time is confirmed at once', () => {
    expect(describeIn(undefined, 'CONFIRMED', true)).toBe('O novo horário já fica confirmado.')
    expect(describeIn(5000, 'SCHEDULED', true)).toBe('O novo horário já fica confirmado.')
  })
})
