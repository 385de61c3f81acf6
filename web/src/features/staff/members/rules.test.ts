import { expect, test } from 'vitest'
import {
  addSpecialty,
  chooseInviteStep,
  findInviteObstacle,
  findInviteProblem,
  findJoinProblems,
  listSpecialtyOptions,
  toInviteMessage,
} from './rules.ts'

test('an invite needs a barbershop and an email', () => {
  expect(findInviteProblem({ barbershopId: '', userEmail: 'a@b.c' })).toBe('Preencha todos os campos')
  expect(findInviteProblem({ barbershopId: '1', userEmail: '  ' })).toBe('Preencha todos os campos')
  expect(findInviteProblem({ barbershopId: '1', userEmail: 'sem arroba' })).toMatch('e-mail válido')
  expect(findInviteProblem({ barbershopId: '1', userEmail: ' ana@naregua.test ' })).toBeUndefined()
})

test('no barber is invited beyond the plan, or without one [5.13]', () => {
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

const invite = {
  barbershop: { id: '1', name: 'Navalha', city: 'Goiânia', state: 'GO' },
  role: 'BARBER' as const,
  isLink: false,
  inviterName: 'Rita',
  email: 'nina@naregua.test',
  hasAccount: false,
  expiresAt: '2026-03-18T15:00:00Z',
}

test('an unknown email joins, a known one logs in, and only the invited account accepts', () => {
  expect(chooseInviteStep(invite, undefined)).toBe('join')
  expect(chooseInviteStep({ ...invite, hasAccount: true }, undefined)).toBe('log-in')
  expect(chooseInviteStep(invite, 'NINA@naregua.test')).toBe('accept')
  expect(chooseInviteStep(invite, 'rui@naregua.test')).toBe('other-account')
})

test('a link that was passed on is for any account', () => {
  const link = { ...invite, email: '', isLink: true }
  expect(chooseInviteStep(link, undefined)).toBe('join')
  expect(chooseInviteStep(link, 'rui@naregua.test')).toBe('accept')
  const message = toInviteMessage('RECEPTIONIST', 'Navalha', 'https://naregua.test/convite#k')
  expect(message).toMatch(/recepcionista em Navalha.* 7 dias: https:\/\/naregua.test\/convite#k$/)
})

test('joining needs a name and a password that is typed twice', () => {
  const valid = { email: 'nina@naregua.test', name: 'Nina', password: 'navalha', confirmation: 'navalha' }
  expect(Object.values(findJoinProblems(valid)).filter(Boolean)).toEqual([])
  expect(findJoinProblems({ ...valid, email: '' }).email).toBe('Por favor, informe seu e-mail')
  expect(findJoinProblems({ ...valid, name: ' ' }).name).toBe('Por favor, informe seu nome')
  expect(findJoinProblems({ ...valid, password: '' }).password).toBe('Por favor, informe uma senha')
  expect(findJoinProblems({ ...valid, password: 'abc' }).password).toMatch('pelo menos 6')
  expect(findJoinProblems({ ...valid, confirmation: 'outra' }).confirmation).toBe('As senhas não coincidem')
})
