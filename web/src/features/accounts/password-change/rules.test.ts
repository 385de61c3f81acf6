import { expect, test } from 'vitest'
import { passwordProblems } from './rules.ts'

const good = { currentPassword: 'antiga', newPassword: 'novinha', confirmPassword: 'novinha' }

test('three good passwords have no problem', () => {
  expect(passwordProblems(good)).toEqual({})
})

test('each empty field is named', () => {
  expect(passwordProblems({ ...good, currentPassword: '', confirmPassword: '' })).toEqual({
    currentPassword: 'Por favor, preencha todos os campos',
    newPassword: undefined,
    confirmPassword: 'Por favor, preencha todos os campos',
  })
})

test('a confirmation that differs comes before a password that is short', () => {
  expect(passwordProblems({ ...good, newPassword: 'abc' })).toEqual({ confirmPassword: 'As senhas não coincidem' })
  expect(passwordProblems({ ...good, newPassword: 'abc12', confirmPassword: 'abc12' })).toEqual({
    newPassword: 'A nova senha deve ter pelo menos 6 caracteres',
  })
})
