import { expect, test } from 'vitest'
import { loginProblems, onlyDigits, passwordStrength, registerProblems, safeFrom } from './rules.ts'

const input = { name: 'Ana', email: 'ana@exemplo.com', password: 'tesoura7', confirmation: 'tesoura7', phone: '' }

test('after the login one comes back with path, query and hash', () => {
  const from = '/barbershop/1/booking/2/3?date=2026-11-21&time=15%3A00#horarios'
  expect(safeFrom({ from })).toBe(from)
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'perfil',
  '/login',
  '/login?mode=register',
  '',
  undefined,
  42,
])('%j leads home', (from) => {
  expect(safeFrom({ from })).toBe('/')
})

test('no state at all leads home', () => {
  expect(safeFrom(null)).toBe('/')
})

test('a login needs an address and a password', () => {
  expect(loginProblems({ email: '', password: '' })).toEqual({
    email: 'Por favor, informe seu endereço de e-mail',
    password: 'Por favor, informe sua senha',
  })
  expect(loginProblems({ email: 'ana@exemplo', password: 'x' }).email).toBe(
    'Por favor, informe um endereço de e-mail válido',
  )
})

test('a complete registration has no problems', () => {
  expect(Object.values(registerProblems(input)).filter(Boolean)).toEqual([])
})

test('passwords must match and have six characters', () => {
  expect(registerProblems({ ...input, confirmation: 'outra' }).confirmation).toBe('As senhas não coincidem')
  expect(registerProblems({ ...input, password: '12345' }).password).toBe('A senha deve ter pelo menos 6 caracteres')
})

test('the phone may stay empty, but not half filled', () => {
  expect(registerProblems({ ...input, phone: '629' }).phone).toBeDefined()
  expect(registerProblems({ ...input, phone: '62933334444' }).phone).toBeUndefined()
  expect(onlyDigits('(62) 93333-4444')).toBe('62933334444')
})

test('a longer and more varied password is stronger', () => {
  const steps = ['abc', 'aaaaaaaaaaaaaaaaaaaaaa', 'tesoura7', 'Navalha afiada, corte reto 9'].map(
    (password) => passwordStrength(password).steps,
  )
  expect(steps).toEqual([1, 3, 3, 7])
})
