import { afterEach, expect, test, vi } from 'vitest'
import { readGoogleResult, storedSignIn } from './rules.ts'

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
