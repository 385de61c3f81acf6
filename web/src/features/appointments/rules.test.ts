import { expect, test } from 'vitest'
import { ApiResponseError, NetworkError } from '../../lib/api-error.ts'
import { createIdempotencyKeys, isRefusal } from './rules.ts'

test('an input keeps its idempotency key until it is refused or changed', () => {
  const { getKey, clear } = createIdempotencyKeys()
  const first = getKey({ barberId: 'rafael', startTime: '10' })
  expect(first).toMatch(/^[\w-]{8,100}$/)
  expect(getKey({ barberId: 'rafael', startTime: '10' })).toBe(first)
  const second = getKey({ barberId: 'rafael', startTime: '11' })
  expect(second).not.toBe(first)
  clear()
  expect(getKey({ barberId: 'rafael', startTime: '11' })).not.toBe(second)
})

test('only a response below 500 is a refusal', () => {
  expect(isRefusal(new ApiResponseError(409, { code: 'SLOT_TAKEN' }))).toBe(true)
  expect(isRefusal(new ApiResponseError(503))).toBe(false)
  expect(isRefusal(new NetworkError('timeout'))).toBe(false)
})
