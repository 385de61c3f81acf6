import { expect, test } from 'vitest'
import { chooseInviteStep, findJoinProblems } from './rules.ts'

const invite = {
  barbershop: { id: '1', name: 'Navalha', city: 'Goiânia', state: 'GO' },
  ...{ inviterName: 'Rita', email: 'nina@naregua.test', hasAccount: false, expiresAt: '2026-03-18T15:00:00Z' },
}

test('an unknown email joins, a known one logs in, and only the invited account accepts', () => {
  expect(chooseInviteStep(invite, undefined)).toBe('join')
  expect(chooseInviteStep({ ...invite, hasAccount: true }, undefined)).toBe('log-in')
  expect(chooseInviteStep(invite, 'NINA@naregua.test')).toBe('accept')
  expect(chooseInviteStep(invite, 'rui@naregua.test')).toBe('other-account')
})

test('joining needs a name and a password that is typed twice', () => {
  const valid = { name: 'Nina', password: 'navalha', confirmation: 'navalha' }
  expect(Object.values(findJoinProblems(valid)).filter(Boolean)).toEqual([])
  expect(findJoinProblems({ ...valid, name: ' ' }).name).toBe('Por favor, informe seu nome')
  expect(findJoinProblems({ ...valid, password: '' }).password).toBe('Por favor, informe uma senha')
  expect(findJoinProblems({ ...valid, password: 'abc' }).password).toMatch('pelo menos 6')
  expect(findJoinProblems({ ...valid, confirmation: 'outra' }).confirmation).toBe('As senhas não coincidem')
})
