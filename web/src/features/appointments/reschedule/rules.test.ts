import { expect, test } from 'vitest'
import { findRescheduleObstacle } from './rules.ts'

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
