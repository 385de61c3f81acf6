import { expect, test } from 'vitest'
import { parseDeletionUndo } from './privacy.ts'

const id = '0b9c4b1e-4d0f-4e0a-9a52-2f6c5f3f0a11'
const mac = 'a'.repeat(43)

test.each([
  [`${id}.${mac}`, id],
  [`${id}.${mac}a`, undefined],
  [`${id}${mac}`, undefined],
  [`${id.slice(1)}.${mac}`, undefined],
  ['', undefined],
])('the key %s of an undo is of the user %s', (token, userId) => {
  expect(parseDeletionUndo(token)).toBe(userId)
})
