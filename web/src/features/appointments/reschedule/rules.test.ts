import { expect, test } from 'vitest'
import { findObstacle } from './rules.ts'

const barbershop = { id: 'shop', name: 'Navalha de Ouro', address: '', cancelNoticeMin: 120 }
const asked = { changeableUntil: '2026-11-21T15:00:00.000Z', barbershop }
const before = new Date('2026-11-21T15:00:00Z')
const after = new Date('2026-11-21T15:00:01Z')

test.each(['SCHEDULED', 'CONFIRMED'] as const)('%s moves until the shop needs its notice', (status) => {
  expect(findObstacle({ ...asked, status }, before)).toBeUndefined()
  expect(findObstacle({ ...asked, status }, after)?.title).toBe('Não dá mais para remarcar por aqui.')
})

test.each(['COMPLETED', 'CANCELLED', 'NO_SHOW'] as const)('%s is over', (status) => {
  expect(findObstacle({ ...asked, status }, before)?.title).toMatch(/^Este agendamento (já|foi)/)
})
