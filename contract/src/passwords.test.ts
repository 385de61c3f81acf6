import { expect, test } from 'vitest'
import { findConfirmationProblem, findPasswordChangeProblems, type PasswordChange } from './passwords.ts'

const good = { currentPassword: 'antiga', newPassword: 'novinha', confirmPassword: 'novinha' }
const missing = 'Por favor, preencha todos os campos'

test.each<[string, Partial<PasswordChange>, Partial<PasswordChange>]>([
  ['valid', {}, {}],
  ['blank', { currentPassword: '', confirmPassword: '' }, { currentPassword: missing, confirmPassword: missing }],
  ['blank before different', { newPassword: '' }, { newPassword: missing }],
  ['different before short', { newPassword: 'abc' }, { confirmPassword: 'As senhas não coincidem' }],
  [
    'short',
    { newPassword: 'abc12', confirmPassword: 'abc12' },
    { newPassword: 'A nova senha deve ter pelo menos 6 caracteres' },
  ],
])('a change of password: %s [5.18, 9.10]', (_, change, problems) => {
  expect(findPasswordChangeProblems({ ...good, ...change })).toEqual(problems)
})

test.each([
  ['novinha', 'novinha', undefined],
  ['novinha', 'Novinha', 'As senhas não coincidem'],
  ['novinha', '', 'As senhas não coincidem'],
])('%j repeated as %j: %s', (password, confirmation, problem) => {
  expect(findConfirmationProblem(password, confirmation)).toBe(problem)
})
