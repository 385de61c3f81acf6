import { expect, test } from 'vitest'
import { emailProblem } from '../../../lib/email-problem.ts'
import { codeProblem, secondsUntil } from './rules.ts'

test('an address looks like x@y.z', () => {
  expect(emailProblem('  ')).toBe('Por favor, informe seu endereço de e-mail')
  expect(emailProblem('ana@exemplo')).toBe('Por favor, informe um endereço de e-mail válido')
  expect(emailProblem(' ana@exemplo.com ')).toBeUndefined()
})

test('a code is exactly six digits', () => {
  expect(codeProblem('12345')).toBe('Por favor, informe o código de 6 dígitos')
  expect(codeProblem('12345a')).toBeDefined()
  expect(codeProblem('012345')).toBeUndefined()
})

test('the countdown goes from the lock of the server down to zero', () => {
  const sent = Date.parse('2026-11-21T12:00:00Z')
  const resendAt = '2026-11-21T12:01:00Z'
  expect([0, 500, 59_001, 60_000, 90_000].map((later) => secondsUntil(resendAt, sent + later))).toEqual([
    60, 60, 1, 0, 0,
  ])
  expect(secondsUntil(undefined, sent)).toBe(0)
})

test('a device whose clock is late does not lock for longer than a minute', () => {
  expect(secondsUntil('2026-11-21T12:01:00Z', Date.parse('2026-11-21T11:30:00Z'))).toBe(60)
})
