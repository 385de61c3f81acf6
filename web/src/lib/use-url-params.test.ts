import { expect, test } from 'vitest'
import { isUuid } from './use-url-params.ts'

test('only a UUID is an id', () => {
  expect(isUuid('59681889-3fa0-8570-a885-bafa477e8103')).toBe(true)
  expect(isUuid('nada')).toBe(false)
  expect(isUuid('59681889-3fa0-8570-a885-bafa477e8103%0a')).toBe(false)
})
