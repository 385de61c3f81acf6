import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api-error.ts'
import { addSpecialty, aheadOf, inviteBar, inviteProblem, listOffers } from './rules.ts'

test('an invite needs a shop and an address', () => {
  expect(inviteProblem({ barbershopId: '', userEmail: 'a@b.c' })).toBe('Preencha todos os campos')
  expect(inviteProblem({ barbershopId: '1', userEmail: '  ' })).toBe('Preencha todos os campos')
  expect(inviteProblem({ barbershopId: '1', userEmail: 'sem arroba' })).toMatch('e-mail válido')
  expect(inviteProblem({ barbershopId: '1', userEmail: ' ana@naregua.test ' })).toBeUndefined()
})

test('nobody is invited beyond the plan, or without one', () => {
  expect(inviteBar({ canEdit: true, seats: { used: 9, most: null } })).toBeUndefined()
  expect(inviteBar({ canEdit: true, seats: { used: 1, most: 2 } })).toBeUndefined()
  expect(inviteBar({ canEdit: true, seats: { used: 2, most: 2 } })).toMatch('limite de 2 barbeiros')
  expect(inviteBar({ canEdit: true, seats: { used: 3, most: 1 } })).toMatch('limite de 1 barbeiro do')
  expect(inviteBar({ canEdit: false, seats: { used: 0, most: 2 } })).toMatch('Renove o plano')
})

test('a specialty is chosen once, ten at most', () => {
  expect(addSpecialty(['Barba'], ' barba ')).toEqual(['Barba'])
  expect(addSpecialty(['Barba'], ' Corte  afro ')).toEqual(['Barba', 'Corte afro'])
  expect(addSpecialty([], ' ')).toEqual([])
  const ten = Array.from({ length: 10 }, (_, index) => `Corte ${index}`)
  expect(addSpecialty(ten, 'Barba')).toBe(ten)
})

test('what is offered is not chosen yet; new words can be added as they are', () => {
  expect(listOffers('cor', ['Corte afro', 'Coloração'], ['corte afro'])).toEqual({
    known: ['Coloração'],
    newName: 'cor',
  })
  expect(listOffers(' Coloração ', ['Coloração'], [])).toEqual({ known: ['Coloração'], newName: undefined })
  expect(listOffers('barba', [], ['Barba']).newName).toBeUndefined()
  expect(listOffers('', [], []).newName).toBeUndefined()
})

test('what is ahead is read from the refusal, and from no other', () => {
  const details = { appointments: [], timeZone: 'America/Manaus' }
  expect(aheadOf(new ApiError(409, { code: 'FUTURE_APPOINTMENTS', ...details }))).toEqual(details)
  expect(aheadOf(new ApiError(409, { code: 'FUTURE_APPOINTMENTS' }))).toBeUndefined()
  expect(aheadOf(new ApiError(404, { code: 'BARBER_NOT_FOUND', ...details }))).toBeUndefined()
  expect(aheadOf(undefined)).toBeUndefined()
})
