import { expect, test } from 'vitest'
import { createUuid } from './unique-id.ts'

test('an id is a UUID and another one each time', () => {
  const ids = Array.from({ length: 50 }, createUuid)
  expect(new Set(ids).size).toBe(50)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
