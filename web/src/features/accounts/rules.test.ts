import { CODE_RESEND_SECONDS } from '@na-regua/contract/accounts'
import { afterEach, expect, test, vi } from 'vitest'
import { workIn } from '../../../test/samples.ts'
import { emailProblem } from '../../lib/form-errors.ts'
import { secondsUntil } from '../../lib/relative-time.ts'
import { canEnter } from './require-login.tsx'
import {
  codeProblem,
  loginProblems,
  parseReturnPath,
  passwordStrength,
  readGoogleResult,
  registerProblems,
  storedSignIn,
} from './rules.ts'
import { worksAt } from './use-staff-screen.ts'

const barbershop = { id: 'shop', name: 'Barbearia' }

test('a page without requirements admits every logged-in user', () => {
  expect(['CUSTOMER', 'BARBER', 'OWNER'].map((role) => canEnter({ role: role as 'OWNER' }, {}))).toEqual([
    true,
    true,
    true,
  ])
})

test('the pages of owners and admins admit only owners [2.5, 5.3, 6.4]', () => {
  expect(canEnter({ role: 'BARBER' }, { requireAdmin: true })).toBe(false)
  expect(canEnter({ role: 'CUSTOMER' }, { requireOwner: true })).toBe(false)
  expect(canEnter({ role: 'OWNER' }, { requireAdmin: true })).toBe(true)
})

test('a list of roles admits exactly those roles [5.3]', () => {
  expect(canEnter({ role: 'BARBER' }, { allowedRoles: ['BARBER', 'OWNER'] })).toBe(true)
  expect(canEnter({ role: 'CUSTOMER' }, { allowedRoles: ['BARBER', 'OWNER'] })).toBe(false)
  const receptionist = { role: 'CUSTOMER' as const, ...workIn({ id: '2', name: 'Navalha' }, 'RECEPTIONIST') }
  expect(canEnter(receptionist, { requireAdmin: true, permission: 'agenda' })).toBe(true)
  expect(canEnter(receptionist, { requireAdmin: true, permission: 'settings' })).toBe(false)
  expect(canEnter(receptionist, { requireAdmin: true, permission: 'panel' })).toBe(false)
  const treasurer = { role: 'BARBER' as const, permissions: [{ barbershop, permissions: ['money' as const] }] }
  expect(canEnter(treasurer, { requireAdmin: true, permission: 'panel' })).toBe(true)
})

const input = { name: 'Ana', email: 'ana@exemplo.com', password: 'tesoura7', confirmation: 'tesoura7', phone: '' }

test('the login returns to a page with path, query and hash', () => {
  const from = '/barbershop/1/booking/2/3?date=2026-11-21&time=15%3A00#horarios'
  expect(parseReturnPath({ from })).toBe(from)
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
])('%j returns to the home page', (from) => {
  expect(parseReturnPath({ from })).toBe('/')
})

test('without a state the login returns to the home page [2.73]', () => {
  expect(parseReturnPath(null)).toBe('/')
})

test.each([
  ['a customer', { role: 'CUSTOMER' }, undefined],
  ['a barber', { role: 'BARBER', isBarber: true }, 'barber'],
  ['an owner', { role: 'OWNER', isBarber: false }, 'board'],
  ['an owner who also cuts', { role: 'OWNER', isBarber: true }, 'barber'],
] as const)('where %s works', (_, user, screen) => {
  expect(worksAt(user)).toBe(screen)
})

test('who is at the reception of a barbershop works at its board', () => {
  const { barbershopRoles, permissions } = workIn(barbershop, 'RECEPTIONIST')
  expect(worksAt({ role: 'CUSTOMER', barbershopRoles, permissions })).toBe('board')
  expect(worksAt({ role: 'CUSTOMER', barbershopRoles, permissions: [{ barbershop, permissions: [] }] })).toBeUndefined()
})

test('a login needs an email and a password', () => {
  expect(loginProblems({ email: '', password: '' })).toEqual({
    email: 'Por favor, informe seu endereço de e-mail',
    password: 'Por favor, informe sua senha',
  })
  expect(loginProblems({ email: 'ana@exemplo', password: 'x' }).email).toBe(
    'Por favor, informe um endereço de e-mail válido',
  )
})

test('a complete registration has no problems [2.72]', () => {
  expect(Object.values(registerProblems(input)).filter(Boolean)).toEqual([])
})

test('passwords must match and have six characters [5.6]', () => {
  expect(registerProblems({ ...input, confirmation: 'outra' }).confirmation).toBe('As senhas não coincidem')
  expect(registerProblems({ ...input, password: '12345' }).password).toBe('A senha deve ter pelo menos 6 caracteres')
})

test('the phone may stay empty, but not half filled', () => {
  expect(registerProblems({ ...input, phone: '629' }).phone).toBeDefined()
  expect(registerProblems({ ...input, phone: '62933334444' }).phone).toBeUndefined()
  expect(registerProblems({ ...input, phone: '+351912345678' }).phone).toBeUndefined()
})

test('a longer and more varied password is stronger', () => {
  const steps = ['abc', 'aaaaaaaaaaaaaaaaaaaaaa', 'tesoura7', 'Navalha afiada, corte reto 9'].map(
    (password) => passwordStrength(password).steps,
  )
  expect(steps).toEqual([1, 3, 3, 7])
})

test('an email has the form x@y.z [5.5]', () => {
  expect(emailProblem('  ')).toBe('Por favor, informe seu endereço de e-mail')
  expect(emailProblem('ana@exemplo')).toBe('Por favor, informe um endereço de e-mail válido')
  expect(emailProblem(' ana@exemplo.com ')).toBeUndefined()
})

test('a code is exactly six digits [5.5, 9.10]', () => {
  expect(codeProblem('12345')).toBe('Por favor, informe o código de 6 dígitos')
  expect(codeProblem('12345a')).toBeDefined()
  expect(codeProblem('012345')).toBeUndefined()
})

test('the countdown runs from the resend lock of the server to zero [4.14, 9.10]', () => {
  const sent = Date.parse('2026-11-21T12:00:00Z')
  const resendAt = '2026-11-21T12:01:00Z'
  expect(
    [0, 500, 59_001, 60_000, 90_000].map((later) => secondsUntil(resendAt, sent + later, CODE_RESEND_SECONDS)),
  ).toEqual([60, 60, 1, 0, 0])
  expect(secondsUntil(undefined, sent, CODE_RESEND_SECONDS)).toBe(0)
})

test('a device with a slow clock does not lock for longer than a minute', () => {
  expect(secondsUntil('2026-11-21T12:01:00Z', Date.parse('2026-11-21T11:30:00Z'), CODE_RESEND_SECONDS)).toBe(60)
})

afterEach(() => vi.unstubAllGlobals())

test('the return from Google brings a code, a cancellation, or a failure', () => {
  const code = 'k'.repeat(43)
  expect(readGoogleResult(`#google=${code}`)).toEqual({ kind: 'code', code })
  expect(readGoogleResult('#google=cancelado')).toEqual({ kind: 'cancelled' })
  expect(readGoogleResult('#google=erro')).toEqual({ kind: 'failed' })
  expect(readGoogleResult('#google=<script>')).toEqual({ kind: 'failed' })
  expect([readGoogleResult(''), readGoogleResult('#horarios')]).toEqual([{ kind: 'nothing' }, { kind: 'nothing' }])
})

test('what was stored for the return is read once', () => {
  const values = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
  const signIn = { secret: 's', from: '/barbershop/1/booking/2?time=15%3A00' }
  storedSignIn.write(signIn)
  expect([storedSignIn.take(), storedSignIn.take()]).toEqual([signIn, undefined])
  values.set('googleVisit', '{')
  expect(storedSignIn.take()).toBeUndefined()
})
