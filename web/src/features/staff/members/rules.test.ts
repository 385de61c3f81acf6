import { expect, test } from 'vitest'
import { ApiResponseError } from '../../../lib/api-error.ts'
import {
  addSpecialty,
  findInviteObstacle,
  findInviteProblem,
  listSpecialtyOptions,
  readUpcomingAppointments,
} from './rules.ts'

test('an invite needs a barbershop and an email', () => {
  expect(findInviteProblem({ barbershopId: '', userEmail: 'a@b.c' })).toBe('Preencha todos os campos')
  expect(findInviteProblem({ barbershopId: '1', userEmail: '  ' })).toBe('Preencha todos os campos')
  expect(findInviteProblem({ barbershopId: '1', userEmail: 'sem arroba' })).toMatch('e-mail válido')
  expect(findInviteProblem({ barbershopId: '1', userEmail: ' ana@naregua.test ' })).toBeUndefined()
})

test('no barber is invited beyond the plan, or without one', () => {
  expect(findInviteObstacle({ canEdit: true, seats: { used: 9, most: null } })).toBeUndefined()
  expect(findInviteObstacle({ canEdit: true, seats: { used: 1, most: 2 } })).toBeUndefined()
  expect(findInviteObstacle({ canEdit: true, seats: { used: 2, most: 2 } })).toMatch('limite de 2 barbeiros')
  expect(findInviteObstacle({ canEdit: true, seats: { used: 3, most: 1 } })).toMatch('limite de 1 barbeiro do')
  expect(findInviteObstacle({ canEdit: false, seats: { used: 0, most: 2 } })).toMatch('Renove o plano')
})

test('a specialty is chosen once, ten at most', () => {
  expect(addSpecialty(['Barba'], ' barba ')).toEqual(['Barba'])
  expect(addSpecialty(['Barba'], ' Corte  afro ')).toEqual(['Barba', 'Corte afro'])
  expect(addSpecialty([], ' ')).toEqual([])
  const ten = Array.from({ length: 10 }, (_, index) => `Corte ${index}`)
  expect(addSpecialty(ten, 'Barba')).toBe(ten)
})

test('options are not chosen yet; new text can be added as it is', () => {
  expect(listSpecialtyOptions('cor', ['Corte afro', 'Coloração'], ['corte afro'])).toEqual({
    known: ['Coloração'],
    newName: 'cor',
  })
  expect(listSpecialtyOptions(' Coloração ', ['Coloração'], [])).toEqual({ known: ['Coloração'], newName: undefined })
  expect(listSpecialtyOptions('barba', [], ['Barba']).newName).toBeUndefined()
  expect(listSpecialtyOptions('', [], []).newName).toBeUndefined()
})

test('future appointments are read from that refusal only', () => {
  const details = { appointments: [], timeZone: 'America/Manaus' }
  expect(readUpcomingAppointments(new ApiResponseError(409, { code: 'FUTURE_APPOINTMENTS', ...details }))).toEqual(
    details,
  )
  expect(readUpcomingAppointments(new ApiResponseError(409, { code: 'FUTURE_APPOINTMENTS' }))).toBeUndefined()
  expect(readUpcomingAppointments(new ApiResponseError(404, { code: 'BARBER_NOT_FOUND', ...details }))).toBeUndefined()
  expect(readUpcomingAppointments(undefined)).toBeUndefined()
})
