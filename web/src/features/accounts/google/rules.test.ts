import { afterEach, expect, test, vi } from 'vitest'
import { keepVisit, readTold, takeVisit } from './rules.ts'

afterEach(() => vi.unstubAllGlobals())

test('the way back tells a code, a change of mind, or a failure', () => {
  const code = 'k'.repeat(43)
  expect(readTold(`#google=${code}`)).toEqual({ kind: 'code', code })
  expect(readTold('#google=cancelado')).toEqual({ kind: 'cancelled' })
  expect(readTold('#google=erro')).toEqual({ kind: 'failed' })
  expect(readTold('#google=<script>')).toEqual({ kind: 'failed' })
  expect([readTold(''), readTold('#horarios')]).toEqual([{ kind: 'nothing' }, { kind: 'nothing' }])
})

test('what was kept for the way back is there once', () => {
  const values = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
  const visit = { secret: 's', from: '/barbershop/1/booking/2?time=15%3A00' }
  keepVisit(visit)
  expect([takeVisit(), takeVisit()]).toEqual([visit, undefined])
  values.set('googleVisit', '{')
  expect(takeVisit()).toBeUndefined()
})
