import { expect, test } from 'vitest'
import { joinProblems, stepOf } from './rules.ts'

const invite = {
  barbershop: { id: '1', name: 'Navalha', city: 'Goiânia', state: 'GO' },
  ...{ inviterName: 'Rita', email: 'nina@naregua.test', hasAccount: false, expiresAt: '2026-03-18T15:00:00Z' },
}

test('an unknown person joins, a known one logs in, and only the address itself accepts', () => {
  expect(stepOf(invite, undefined)).toBe('join')
  expect(stepOf({ ...invite, hasAccount: true }, undefined)).toBe('log-in')
  expect(stepOf(invite, 'NINA@naregua.test')).toBe('accept')
  expect(stepOf(invite, 'rui@naregua.test')).toBe('other-account')
})

test('joining needs a name and a password that is typed twice', () => {
  const fine = { name: 'Nina', password: 'navalha', confirmation: 'navalha' }
  expect(Object.values(joinProblems(fine)).filter(Boolean)).toEqual([])
  expect(joinProblems({ ...fine, name: ' ' }).name).toBe('Por favor, informe seu nome')
  expect(joinProblems({ ...fine, password: '' }).password).toBe('Por favor, informe uma senha')
  expect(joinProblems({ ...fine, password: 'abc' }).password).toMatch('pelo menos 6')
  expect(joinProblems({ ...fine, confirmation: 'outra' }).confirmation).toBe('As senhas não coincidem')
})
